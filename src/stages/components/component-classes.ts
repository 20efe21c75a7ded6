/**
 * Component classes: the first name in `class` by which Markdown copies and feeds recognise a part of a component. If
 * an author's class begins with such a name, it is written with a leading space, which browsers ignore. An author's
 * element is therefore never confused with a component.
 */
import { componentClasses } from './registry.ts';

const componentClassSet: ReadonlySet<string> = new Set(componentClasses);

/** An author's `class` value as written to HTML. */
export function authorClass(value: string): string {
  return componentClassSet.has(firstName(value)) ? ` ${value}` : value;
}

/** The component class of an element; empty for an author's classes. */
export function componentClass(value: string): string {
  return firstName(value);
}

function firstName(value: string): string {
  const end = value.search(/[\t\n\f\r ]/);
  return end < 0 ? value : value.slice(0, end);
}

/**
 * Props of an element that author code creates; the same object if nothing has to change. Used only for HTML written
 * by a build.
 */
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
/**
 * The parts of HTML that are not text: comments, elements with raw content, tags, and `<` characters that begin none
 * of these.
 */
const markup = new RegExp(
  `<!--(?:-?>|[\\s\\S]*?(?:--!?>|$))|<[!?][^>]*(?:>|$)|(<(script|style|textarea|title)\\b${attributes}>)([\\s\\S]*?)(</\\2\\s*>)|</?[a-z]${attributes}>|<`,
  'gi',
);
const classAttribute = /([\s"'/]class\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
/**
 * The comments with which docsgen marks parts of a page, and `<!name>` and `<//name>`, which are comments where the text of an element
 * is markup, as in the `style` of an SVG.
 */
const partMark = /<(?:!--(?=\/?[a-z][\w:-]*-->)|!(?=\/?[a-z][\w:-]*>)|\/(?=\/[a-z][\w:-]*>))/gi;
/** What can begin a comment in the text of a `title` or `textarea`. */
const commentStart = /<(?=[!?]|\/[^a-z])/gi;

/**
 * HTML that an author passes as text (`dangerouslySetInnerHTML`), rewritten so that nothing in it is read as a part
 * mark or a component class. Comments are removed; a `<` that begins no tag becomes `&lt;`.
 */
function authorHtml(html: string): string {
  return html.replace(markup, (found: string, open?: string, name?: string, inside = '', close = '') => {
    if (open !== undefined) {
      // Scripts and styles do not decode character references.
      const isCode = /^s/i.test(name as string);
      return authorTag(open) + (isCode ? inside.replace(partMark, '$& ') : inside.replace(commentStart, '&lt;')) + close;
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
