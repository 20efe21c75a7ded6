/** The page menu: what an author writes under `contextual`, in docs.json or in front matter (docs-json-spec 5.5). */
import { type IconLibrary, type IconRef, toIconRef } from './icon.ts';

export type ContextualHref =
  | string
  | { readonly base: string; readonly query: readonly { readonly key: string; readonly value: string }[] };

export interface ContextualOption {
  /** One of the built-in names, or `custom`. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icon?: IconRef;
  readonly href?: ContextualHref;
}

export interface Contextual {
  readonly options: readonly ContextualOption[];
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
