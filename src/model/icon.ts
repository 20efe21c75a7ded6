/** An icon after its value is parsed, before it is looked up in its library. */
import { isExternal, urlScheme } from '../shared/url.ts';

/** The icon libraries: one is the site's default; a single icon may name another one. */
export type IconLibrary = 'fontawesome' | 'lucide' | 'tabler';

/** A name in a library, an image (site path or URL), or the author's inline SVG text. */
export type IconRef =
  | { readonly kind: 'name'; readonly name: string; readonly library: IconLibrary; readonly style?: string }
  | { readonly kind: 'image'; readonly src: string }
  | { readonly kind: 'svg'; readonly svg: string };

const libraries: readonly string[] = ['fontawesome', 'lucide', 'tabler'] satisfies IconLibrary[];

/**
 * Parses an icon of docs.json or a page. Undefined when the value is not an icon. `style` is the older `iconType`
 * beside `icon`.
 */
export function toIconRef(value: unknown, siteLibrary: IconLibrary, style?: string): IconRef | undefined {
  if (typeof value === 'string') {
    const text = value.trim();
    if (text === '') return undefined;
    if (text.startsWith('<')) return { kind: 'svg', svg: text };
    if (isImage(text)) return { kind: 'image', src: isExternal(text) ? text : `/${text.replace(/^(?:\.{0,2}[\\/])+/, '')}` };
    return { kind: 'name', name: text, library: siteLibrary, ...(style ? { style } : {}) };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, library, style: ownStyle = style } = value as { name?: unknown; library?: unknown; style?: unknown };
  if (typeof name !== 'string' || name.trim() === '') return undefined;
  const known = typeof library === 'string' && libraries.includes(library) ? (library as IconLibrary) : siteLibrary;
  return { kind: 'name', name: name.trim(), library: known, ...(typeof ownStyle === 'string' ? { style: ownStyle } : {}) };
}

function isImage(text: string): boolean {
  return /^\.{0,2}[\\/]/.test(text) || urlScheme(text) !== undefined || /\.(?:svg|png|jpe?g|gif|webp|avif|ico)$/i.test(text);
}
