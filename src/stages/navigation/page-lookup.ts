/** Finds the file of a page entry. */
import { withoutPageExtension } from '../../model/project-path.ts';
import type { SourcePage } from '../../model/source-page.ts';

/** The page of an entry; its file may be an index of a folder (`a` → `a/index.mdx`). */
export interface FoundPage {
  readonly source: SourcePage;
  /** The path differs from the entry only in letter case. */
  readonly differsInCase: boolean;
}

/** `a` → `a.mdx`, `a.md`, `a/index.mdx`, `a/README.mdx`; ignores case when there is no exact match. */
export function pageLookup(sources: readonly SourcePage[]): (page: string) => FoundPage | undefined {
  const exact = new Map<string, SourcePage>();
  /** Some file systems and archives store letters such as `é` in another Unicode form. */
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
