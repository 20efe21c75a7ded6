/** What a page without an author's text has in place of a compiled text. */

import type { CompiledPage } from '../../../model/compiled-page.ts';
import type { StoredPage } from './page-store.ts';

/** `file` is where its content comes from. */
export function emptyCompiled(file: string): StoredPage['compiled'] {
  return {
    file,
    headings: [],
    links: [],
    features: noFeatures,
    classNames: [],
    codeStyles: [],
    dependencies: [],
    advice: [],
  };
}

/** Of a page without content. */
export const noFeatures: CompiledPage['features'] = {
  math: false,
  mermaid: false,
  code: false,
  frameOrigins: [],
  scriptOrigins: [],
  hasPanel: false,
  hasRequestExample: false,
  hasUpdates: false,
  inlineStyles: [],
};
