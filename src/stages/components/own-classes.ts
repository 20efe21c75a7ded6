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
  if (inner !== undefined && inner !== null)
    changed = { ...(changed ?? props), dangerouslySetInnerHTML: { __html: authorHtml(String(inner)) } };
  return changed ?? props;
}

const attributes = `(?:"[^"]*"|'[^']*'|[^'">])*`;
/** What HTML consists of beside text: comments, elements whose content is no markup, tags, and signs that begin none of these. */
const markup = new RegExp(
  `<!--(?:-?>|[\\s\\S]*?(?:--!?>|$))|<[!?][^>]*(?:>|$)|(<(script|style|textarea|title)\\b${attributes}>)([\\s\\S]*?)(</\\2\\s*>)|</?[a-z]${attributes}>|<`,
  'gi',
);
const classAttribute = /([\s"'/]class\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
/** As docsgen marks parts of a page. */
const partMark = /<!--(?=\/?[a-z][\w:-]*-->)/g;

/**
 * HTML that an author gives as text (`dangerouslySetInnerHTML`), written so that nothing in it is taken for a mark or a part of ours:
 * without comments, which show nothing, and with `&lt;` for each `<` that begins no tag.
 */
function authorHtml(html: string): string {
  return html.replace(markup, (found: string, open?: string, name?: string, inside = '', close = '') => {
    if (open !== undefined) {
      // References are text in scripts and styles.
      const isCode = /^s/i.test(name as string);
      return authorTag(open) + (isCode ? inside.replace(partMark, '<!-- ') : inside.replaceAll('<!--', '&lt;!--')) + close;
    }
    if (found === '<') return '&lt;';
    return found[1] === '!' || found[1] === '?' ? '' : authorTag(found);
  });
}

function authorTag(tag: string): string {
  return tag
    .replaceAll('<!--', '&lt;!--')
    .replace(classAttribute, (whole, before: string, double?: string, single?: string, bare?: string) => {
      const value = double ?? single ?? bare ?? '';
      const given = authorClass(value);
      if (given === value) return whole;
      return single === undefined ? `${before}"${given}"` : `${before}'${given}'`;
    });
}
