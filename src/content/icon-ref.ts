/** What an author writes as an icon → `IconRef` (docs-json-spec 3.6). The name is not looked up here. */
import { isExternal } from '../contract/url.ts';
import type { IconLibrary, IconRef } from '../model/icon.ts';

const libraries: readonly string[] = ['fontawesome', 'lucide', 'tabler'] satisfies IconLibrary[];

/** Undefined when the value is no icon at all. `style` is the older `iconType` beside `icon`. */
export function toIconRef(value: unknown, siteLibrary: IconLibrary, style?: string): IconRef | undefined {
  if (typeof value === 'string') {
    const text = value.trim();
    if (text === '') return undefined;
    if (text.startsWith('<')) return { kind: 'svg', svg: text };
    if (isImage(text)) return { kind: 'image', src: isExternal(text) ? text : `/${text.replace(/^(?:\.{0,2}\/)+/, '')}` };
    return { kind: 'name', name: text, library: siteLibrary, ...(style ? { style } : {}) };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, library, style: ownStyle = style } = value as { name?: unknown; library?: unknown; style?: unknown };
  if (typeof name !== 'string' || name.trim() === '') return undefined;
  const known = typeof library === 'string' && libraries.includes(library) ? (library as IconLibrary) : siteLibrary;
  return { kind: 'name', name: name.trim(), library: known, ...(typeof ownStyle === 'string' ? { style: ownStyle } : {}) };
}

function isImage(text: string): boolean {
  return /^(?:https?:|\.{0,2}\/)/i.test(text) || /\.(?:svg|png|jpe?g|gif|webp|avif|ico)$/i.test(text);
}
