/** An icon as the rest of the house sees it: resolved in form, not yet looked up in its set. */

export type IconLibrary = 'fontawesome' | 'lucide' | 'tabler';

/** docs-json-spec 3.6: a name in a library, a picture (site path or URL), or the author's inline SVG text. */
export type IconRef =
  | { readonly kind: 'name'; readonly name: string; readonly library: IconLibrary; readonly style?: string }
  | { readonly kind: 'image'; readonly src: string }
  | { readonly kind: 'svg'; readonly svg: string };
