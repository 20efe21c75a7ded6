/**
 * By which class a copy of a page in another form (Markdown, a feed) knows a part of a component of ours: the first name of
 * `class`. What an author writes may begin with the same name; then a blank stands before it, which means nothing to a
 * browser. So an author's element is never taken for a part of a component, whatever its classes are.
 */
import { ownClasses } from './registry.ts';

const own: ReadonlySet<string> = new Set(ownClasses);

/** What an author wrote as `class`, for the HTML. */
export function authorClass(value: string): string {
  return own.has(firstName(value)) ? ` ${value}` : value;
}

/** The name that a component of ours put first; empty for classes of an author that begin alike. */
export function ownClass(value: string): string {
  return firstName(value);
}

function firstName(value: string): string {
  const end = value.search(/[\t\n\f\r ]/);
  return end < 0 ? value : value.slice(0, end);
}

/** Props of an element that author code makes; the same object when nothing has to change. Only for HTML that a build writes. */
export function authorMarkupProps(props: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  let changed: Record<string, unknown> | undefined;
  for (const name of ['class', 'className']) {
    const value = props[name];
    if (typeof value !== 'string' || authorClass(value) === value) continue;
    changed ??= { ...props };
    changed[name] = authorClass(value);
  }
  const inner = (props.dangerouslySetInnerHTML as { readonly __html?: unknown } | null | undefined)?.__html;
  if (typeof inner === 'string') changed = { ...(changed ?? props), dangerouslySetInnerHTML: { __html: authorHtml(inner) } };
  return changed ?? props;
}

const comment = /<!--[\s\S]*?(?:-->|$)/g;
const rawText = /<(script|style|textarea|title)\b(?:"[^"]*"|'[^']*'|[^'">])*>[\s\S]*?<\/\1\s*>/gi;
const startTag = /<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi;
const classAttribute = /([\s"'/]class\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** HTML that an author gives as text (`dangerouslySetInnerHTML`): without comments, which show nothing and may read as our marks. */
function authorHtml(html: string): string {
  let text = '';
  let at = 0;
  for (const found of html.matchAll(rawText)) {
    text += authorMarkup(html.slice(at, found.index)) + found[0];
    at = found.index + found[0].length;
  }
  return text + authorMarkup(html.slice(at));
}

function authorMarkup(html: string): string {
  return html.replace(comment, '').replace(startTag, (tag) =>
    tag.replace(classAttribute, (whole, before: string, double?: string, single?: string, bare?: string) => {
      const value = double ?? single ?? bare ?? '';
      const given = authorClass(value);
      if (given === value) return whole;
      return single === undefined ? `${before}"${given}"` : `${before}'${given}'`;
    }),
  );
}
