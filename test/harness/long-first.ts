/**
 * Orders test files with the slow ones first. Vitest uses the durations of earlier runs; on a clean clone it starts
 * with the largest files, but the slowest files are small. Started last, each would keep one worker busy while the
 * other is idle.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take much longer than the others, slowest first. */
export const longFiles: readonly string[] = [
  'slow/case-files.test.ts',
  'slow/agent-cases.test.ts',
  'slow/case-files-served.test.ts',
  'slow/served-cases.test.ts',
  'slow/hostile-pages.test.ts',
  'slow/killed-services.test.ts',
  'slow/kill-loop.test.ts',
  'slow/samples.test.ts',
  'slow/accessibility.test.ts',
  'slow/opened-accessibility.test.ts',
  'apps/agent/cases-postgres.test.ts',
  'apps/agent/cases-sqlite.test.ts',
  'cases/playground-cases.test.ts',
  'browser/playground/sender-fuzz.test.ts',
  'cases/case-files.test.ts',
  'cases/static-cases.test.ts',
  'cases/served-cases.test.ts',
  'browser/playground/form-and-editor.test.ts',
  'browser/search/search-dialog.test.ts',
  'apps/serve/sign-in.browser.test.ts',
  'apps/serve/tokens.test.ts',
  'browser/playground/credentials/oauth.test.ts',
  'project/build/pages/page-pipeline.test.ts',
  'project/build/build-site.test.ts',
  'browser/playground/response/socket-panel.test.ts',
  'apps/dev/follows-project.test.ts',
  'stages/render/evaluate/hostile.test.ts',
];

/** The files of the list first, in its order; then the others in the given order. */
export function longFirst<File extends { readonly moduleId: string }>(files: readonly File[]): File[] {
  const rank = ({ moduleId }: File): number => {
    const found = longFiles.findIndex((path) => moduleId.endsWith(`/test/${path}`));
    return found === -1 ? longFiles.length : found;
  };
  return [...files].sort((a, b) => rank(a) - rank(b));
}

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longFirst(await super.sort(files));
  }
}
