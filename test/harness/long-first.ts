/**
 * The order of test files: the long ones first. Vitest knows how long files took where it ran before; on a clean clone
 * it takes the largest first, and the files that take minutes are small: begun last, each keeps one worker busy while
 * the other has nothing to do.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take much longer than the others, the longest first. Where a file stands is a matter of time alone. */
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

/** The files of the list first, in its order; then the others as they came. */
export function longFirst<File extends { readonly moduleId: string }>(files: readonly File[]): File[] {
  const place = ({ moduleId }: File): number => {
    const found = longFiles.findIndex((path) => moduleId.endsWith(`/test/${path}`));
    return found === -1 ? longFiles.length : found;
  };
  return [...files].sort((a, b) => place(a) - place(b));
}

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longFirst(await super.sort(files));
  }
}
