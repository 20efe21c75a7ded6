/** Which file a page entry of the navigation means. */
import { withoutPageExtension } from '../../model/project-path.ts';
import type { SourcePage } from '../../model/source-page.ts';

/** An entry's page: its file, which may stand for a folder (`a` → `a/index.mdx`). */
export interface FoundPage {
  readonly source: SourcePage;
  /** Only the capitals differ from what was asked for. */
  readonly differsInCase: boolean;
}

/** `a` → `a.mdx`, `a.md`, `a/index.mdx`, `a/README.mdx`; the same in any case when nothing fits exactly. */
export function pageLookup(sources: readonly SourcePage[]): (page: string) => FoundPage | undefined {
  const exact = new Map<string, SourcePage>();
  /** Names with letters such as `é` are stored in another form by some disks and archives. */
  const anyForm = new Map<string, SourcePage>();
  const anyCase = new Map<string, SourcePage>();
  for (const source of sources) {
    exact.set(source.path, source);
    const form = source.path.normalize('NFC');
    if (!anyForm.has(form)) anyForm.set(form, source);
    const key = form.toLowerCase();
    if (!anyCase.has(key)) anyCase.set(key, source);
  }
  return (page) => {
    const candidates = candidatesOf(page);
    for (const candidate of candidates) {
      const source = exact.get(candidate) ?? anyForm.get(candidate.normalize('NFC'));
      if (source) return { source, differsInCase: false };
    }
    for (const candidate of candidates) {
      const source = anyCase.get(candidate.normalize('NFC').toLowerCase());
      if (source) return { source, differsInCase: candidate === candidates[0] };
    }
    return undefined;
  };
}

/** The files that an entry may mean, most likely first. */
export function pageFiles(page: string): string[] {
  return candidatesOf(page).flatMap((path) => [`${path}.mdx`, `${path}.md`]);
}

function candidatesOf(page: string): string[] {
  const path = withoutPageExtension(page.replace(/^\.?\/+|\/+$/g, ''));
  return path === '' ? ['index'] : [path, `${path}/index`, `${path}/README`];
}
