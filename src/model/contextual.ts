/** The page menu, as written under `contextual` in docs.json or in front matter. */
import { type IconLibrary, type IconRef, toIconRef } from './icon.ts';

/**
 * The target of a custom entry: an absolute URL, or one built from key-value pairs. Either may contain `$page`, `$path`
 * and `$mcp`, which are replaced for each page.
 */
export type ContextualHref =
  | string
  | { readonly base: string; readonly query: readonly { readonly key: string; readonly value: string }[] };

/**
 * One entry of the page menu. The members after `name` are present only for `custom`, which always has title,
 * description and href.
 */
export interface ContextualOption {
  /** One of the built-in names, or `custom`. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icon?: IconRef;
  readonly href?: ContextualHref;
}

/** The menu, in the author's order. The button itself performs the first entry. Without entries there is no menu. */
export interface Contextual {
  readonly options: readonly ContextualOption[];
  /** Next to the title, or above the table of contents. */
  readonly display: 'header' | 'toc';
}

const builtIn: ReadonlySet<string> = new Set(
  'copy assistant view download-pdf download-spec chatgpt claude perplexity grok aistudio devin windsurf mcp add-mcp cursor vscode devin-mcp'.split(
    ' ',
  ),
);

/** Returns undefined when the value or a part of it is invalid; the site-wide setting then applies. */
export function toContextual(value: unknown, library: IconLibrary): Contextual | undefined {
  const { options = [], display = 'header' } = (value ?? {}) as { options?: unknown; display?: unknown };
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    !Array.isArray(options) ||
    (display !== 'header' && display !== 'toc')
  )
    return undefined;
  const found = options.map((option) => toOption(option, library));
  return found.every((option) => option !== undefined) ? { options: found, display } : undefined;
}

function toOption(option: unknown, library: IconLibrary): ContextualOption | undefined {
  // `devin-desktop` is the documented name of the tool's `windsurf`.
  if (option === 'devin-desktop') return { name: 'windsurf' };
  if (typeof option === 'string') return builtIn.has(option) ? { name: option } : undefined;
  if (typeof option !== 'object' || option === null) return undefined;
  const { title, description, icon, iconType, href } = option as Record<string, unknown>;
  const target = toHref(href);
  if (typeof title !== 'string' || typeof description !== 'string' || target === undefined) return undefined;
  const drawn = toIconRef(icon, library, typeof iconType === 'string' ? iconType : undefined);
  return { name: 'custom', title, description, ...(drawn && { icon: drawn }), href: target };
}

function toHref(href: unknown): ContextualHref | undefined {
  if (typeof href === 'string') return href;
  if (typeof href !== 'object' || href === null) return undefined;
  const { base, query = [] } = href as { base?: unknown; query?: unknown };
  if (typeof base !== 'string' || !Array.isArray(query)) return undefined;
  const pairs = query.map((pair: unknown) => {
    const { key, value } = (pair ?? {}) as { key?: unknown; value?: unknown };
    return typeof key === 'string' && typeof value === 'string' ? { key, value } : undefined;
  });
  return pairs.every((pair) => pair !== undefined) ? { base, query: pairs } : undefined;
}
