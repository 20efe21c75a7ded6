/** Runs hand-written page modules, as `mdx/` would write them, over a project in memory. */

import type { ProgramBody } from '../../../../src/model/compiled-page.ts';
import { memory } from '../../../../src/platform/files/memory.ts';
import {
  createEvaluator,
  type EvaluatedPage,
  type Evaluator,
  type EvaluatorOptions,
} from '../../../../src/stages/render/evaluate/index.ts';

export type Project = Readonly<Record<string, string>>;

/** Line n of the code is line n of the file. */
export function program(code: string): ProgramBody {
  return { kind: 'program', code, lineMap: code.split('\n').map((_, index) => index + 1) };
}

export function evaluatorFor(files: Project, options: Partial<EvaluatorOptions> = {}): Evaluator {
  return createEvaluator({
    files: memory(files),
    base: '',
    compileMdx: (file) => (file in files ? { program: program(files[file] as string), diagnostics: [] } : undefined),
    limits: { seconds: 10, heapMiB: 512 },
    ...options,
  });
}

/** One evaluator for many projects, one after the other: only the first page waits for a process to start. */
export function sharedEvaluator(options: Partial<EvaluatorOptions> = {}) {
  let project: Project = {};
  let files = memory({});
  const evaluator = evaluatorFor(
    {},
    {
      files: {
        list: () => files.list(),
        has: (path) => files.has(path),
        read: (path) => files.read(path),
        readText: (path) => files.readText(path),
        absolute: () => undefined,
      },
      compileMdx: (file) => (file in project ? { program: program(project[file] as string), diagnostics: [] } : undefined),
      ...options,
    },
  );
  return {
    async evaluatePage(given: Project): Promise<EvaluatedPage> {
      project = given;
      files = memory(given);
      const [page] = await evaluator.evaluate([{ file: 'page.mdx', body: program(given['page.mdx'] as string) }]);
      return page as EvaluatedPage;
    },
    islandFiles: () => evaluator.islandFiles(),
    close: () => evaluator.close(),
  };
}

/** Evaluates `page.mdx` and gives the page; the evaluator is closed again. */
export async function evaluatePage(files: Project, options: Partial<EvaluatorOptions> = {}): Promise<EvaluatedPage> {
  const evaluator = evaluatorFor(files, options);
  try {
    const [page] = await evaluator.evaluate([{ file: 'page.mdx', body: program(files['page.mdx'] as string) }]);
    return page as EvaluatedPage;
  } finally {
    await evaluator.close();
  }
}

/** `error mdx/render page.mdx:3:1 message`, one line for each. */
export function words({ diagnostics }: EvaluatedPage): string[] {
  return diagnostics.map(({ severity, code, location, message }) => `${severity} ${code} ${location?.file}:${location?.line} ${message}`);
}
