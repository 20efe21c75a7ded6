/** The page menu: what an author writes under `contextual`, in docs.json or in front matter (docs-json-spec 5.5). */
import { type IconLibrary, type IconRef, toIconRef } from './icon.ts';

/**
 * Where an entry of one's own leads: a whole address, or one put together from pairs. Either may hold `$page`, `$path`,
 * `$mcp`, which are filled in for each page.
 */
export type ContextualHref =
  | string
  | { readonly base: string; readonly query: readonly { readonly key: string; readonly value: string }[] };

/** One entry of the page menu. What follows `name` is there only for `custom`; title, description and address always are. */
export interface ContextualOption {
  /** One of the built-in names, or `custom`. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icon?: IconRef;
  readonly href?: ContextualHref;
}

/** The menu with its entries in the author's order: the first is what the button itself does. No entries = no menu. */
export interface Contextual {
  readonly options: readonly ContextualOption[];
  /** Beside the title, or above the table of contents. */
  readonly display: 'header' | 'toc';
}

const builtIn: ReadonlySet<string> = new Set(
  'copy assistant view download-pdf download-spec chatgpt claude perplexity grok aistudio devin windsurf mcp add-mcp cursor vscode devin-mcp'.split(
    ' ',
  ),
);

/** Undefined when the value is no such setting, or a part of it is not: then what holds for the whole site stays. */
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
  // `devin-desktop` is the documented name of what the tool calls `windsurf`.
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
