/**
 * Markup made in the browser by a library that we ship. Pages demand trusted types; the `default` policy lets strings
 * become markup only while such a library works, and never lets them become scripts.
 */
interface Policy {
  createHTML(html: string): unknown;
}
interface Factory {
  createPolicy(name: string, rules: { createHTML(html: string): string | null }): Policy;
}

/** Gets the text of a `<style>`; true when it has taken care of it. */
export type StyleTaker = (css: string) => boolean;

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
const own = factory?.createPolicy('docsgen', { createHTML: (html) => html });
let takeStyle: StyleTaker | undefined;
factory?.createPolicy('default', {
  createHTML: (html) => (takeStyle === undefined ? null : takeStyle(html) ? '' : html),
});

/** Runs work during which strings may become markup; one at a time. */
export async function withMarkup<T>(styles: StyleTaker, work: () => Promise<T>): Promise<T> {
  takeStyle = styles;
  try {
    return await work();
  } finally {
    takeStyle = undefined;
  }
}

/** Parses into a document that is not shown: nothing loads or runs there. */
export function inertDocument(html: string): Document {
  return new DOMParser().parseFromString((own?.createHTML(html) ?? html) as string, 'text/html');
}
