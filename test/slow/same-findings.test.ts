/** The mistakes of `fixtures/cases/hostile/mistakes.json`: check, build, the development server and an editor report the same. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ReportedDiagnostics } from '../../src/apps/dev/reported-diagnostics.ts';
import { EditedProject } from '../../src/apps/language-server/edited-project.ts';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import { buildSite } from '../../src/project/build/build-site.ts';
import { checkProject } from '../../src/project/check/check-project.ts';
import { LiveSite } from '../../src/project/live/live-site.ts';
import type { CaseFiles } from '../cases/format/content.ts';
import { writeCaseFiles } from '../cases/write-case-files.ts';
import { removeFolder, temporaryFolder } from '../harness/project.ts';

interface Mistake {
  readonly id: string;
  readonly files: CaseFiles;
}
const file = new URL('../../fixtures/cases/hostile/mistakes.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { readonly cases: readonly Mistake[] };

let folder: string;
beforeAll(() => {
  folder = temporaryFolder('same-findings');
});
afterAll(() => removeFolder(folder));

const line = ({ code, severity, message, location }: Diagnostic) =>
  `${location?.file}:${location?.line}:${location?.column} ${severity} ${code} ${message}`;
const lines = (diagnostics: readonly Diagnostic[]) => diagnostics.map(line).sort();

async function inDev(dir: string) {
  const live = new LiveSite({ dir, useCache: false });
  const terminal = new ReportedDiagnostics();
  try {
    await live.open();
    await live.work();
    const first = terminal.compiled(live.diagnostics, live.isCurrent);
    await live.check();
    const all = live.checked?.all ?? live.diagnostics;
    const second = terminal.checked(all);
    return { all, terminal: [...first.found, ...second.found], left: second.left };
  } finally {
    await live.close();
  }
}

async function inEditor(dir: string) {
  const published = new Map<string, readonly Diagnostic[]>();
  const project = new EditedProject({
    dir,
    usePlugins: false,
    publish: (path, diagnostics) => published.set(path, diagnostics),
    onError: (error) => {
      throw error;
    },
  });
  try {
    await project.settled();
    return [...published.values()].flat();
  } finally {
    await project.close();
  }
}

describe.each(cases.map(({ id, files }) => ({ id, files })))('$id', ({ id, files }) => {
  test('should be the same everywhere', async () => {
    const dir = join(folder, id);
    writeCaseFiles(dir, files);
    const { diagnostics } = await checkProject({ dir, useCache: false });
    const problems = diagnostics.filter(({ severity }) => severity !== 'notice');
    const dev = await inDev(dir);
    expect(lines(dev.all)).toEqual(lines(diagnostics));
    expect(lines(dev.terminal)).toEqual(lines(problems));
    expect(dev.left).toBe(problems.length);
    expect(lines(await inEditor(dir))).toEqual(lines(diagnostics));
    const built = await buildSite({ dir, outDir: join(folder, `${id}-site`), useCache: false, allowErrors: true });
    // A build goes on with a description that is not valid, so it only warns.
    const severityless = (found: Diagnostic) => (found.code.startsWith('openapi/') ? line({ ...found, severity: 'error' }) : line(found));
    const known = new Set(diagnostics.map(severityless));
    expect(built.diagnostics.map(severityless).filter((found) => !known.has(found) && !found.includes(' site/address '))).toEqual([]);
  });
});
