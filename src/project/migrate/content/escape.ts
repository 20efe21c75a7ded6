/** Makes Markdown valid MDX: `<` and `{` that are text are escaped, void elements are closed, autolinks become links. */
import { mapTags, readTag } from './tags.ts';

const voids = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const html = new Set(
  'a abbr address article aside audio b bdi bdo blockquote br button caption cite code col colgroup data dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input ins kbd label legend li link main map mark math menu meta meter nav noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp search section select small source span strong sub summary sup svg path g circle rect line polyline polygon ellipse defs use text tspan title table tbody td template textarea tfoot th thead time tr track u ul var video wbr center font tt strike big'.split(
    ' ',
  ),
);

/** `<https://a.b>` → a link; `<` that begins no element → `\<`. */
export function escapeAngles(text: string, isComponent: (name: string) => boolean): string {
  const linked = text
    .replace(
      /(?<!\\)<((?:https?|ftp|mailto):[^\s<>]+)>/g,
      (_, url: string) => `[${url.replace(/^mailto:/, '').replace(/([_*])/g, '\\$1')}](${url})`,
    )
    .replace(/(?<!\\)<([\w.+-]+@[\w-]+\.[\w.-]+)>/g, '[$1](mailto:$1)');
  return linked.replace(/(?<!\\|\]\([ \t]*)<(?=(\/?)([A-Za-z][\w.:-]*)?)/g, (_, _slash: string, name: string | undefined, at: number) => {
    if (name === undefined) return linked.startsWith('<>', at) || linked.startsWith('</>', at) ? '<' : '\\<';
    const isKnown = html.has(name.toLowerCase()) || isComponent(name);
    return isKnown && readTag(linked, at) !== undefined ? '<' : '\\<';
  });
}

/** `{` in Markdown that has no expressions; `{#id}` of a heading stays. */
export function escapeBraces(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const id = /^([ \t>]*#{1,6} .*?)(\{#[\w:.-]+\})[ \t]*$/.exec(line);
      return id ? escaped(id[1] ?? '') + (id[2] ?? '') : escaped(line);
    })
    .join('\n');
}

function escaped(text: string): string {
  // Braces inside of tags belong to their attributes.
  let out = '';
  for (let at = 0; at < text.length; at++) {
    const tag = text[at] === '<' && text[at - 1] !== '\\' ? readTag(text, at) : undefined;
    if (tag) {
      out += tag.text;
      at = tag.end - 1;
    } else if (text[at] === '\\') {
      out += text.slice(at, at + 2);
      at++;
    } else out += text[at] === '{' ? '\\{' : text[at];
  }
  return out;
}

/** Void elements closed, attribute values quoted, attributes of Vue and event handlers left out. */
export function cleanTags(text: string): string {
  return mapTags(text, (tag) => {
    if (/^[A-Z]/.test(tag.name)) return undefined;
    if (tag.isClosing) return voids.has(tag.name.toLowerCase()) ? '' : undefined;
    let attributes = '';
    for (const [name, value] of tag.attributes) {
      if (/^(?:v-|:|@|#|on[a-z]+$)/.test(name) || name.startsWith('{')) continue;
      if (!/^[\w:.-]+$/.test(name)) continue;
      if (value === true) attributes += ` ${name}`;
      else attributes += ` ${name}=${/^["'{]/.test(value) ? value : `"${value}"`}`;
    }
    const isVoid = voids.has(tag.name.toLowerCase());
    return `<${tag.name}${attributes}${isVoid || tag.isSelfClosing ? ' /' : ''}>`;
  });
}
