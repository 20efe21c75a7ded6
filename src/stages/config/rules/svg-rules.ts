/**
 * Whether inline SVG in a configuration value is only a drawing: an allow-list of elements, and no attributes that run
 * code or load resources. Anything that does not parse as plain tags is rejected.
 */

const elements = new Set(
  (
    'svg g path circle rect line polyline polygon ellipse defs lineargradient radialgradient stop clippath mask title desc symbol use text tspan ' +
    'filter feblend fecolormatrix fecomposite feflood fegaussianblur feoffset femerge femergenode fedropshadow'
  ).split(' '),
);

const token = /<(\/?)([a-zA-Z][\w:-]*)((?:\s+[\w:.-]+(?:\s*=\s*(?:"[^"<]*"|'[^'<]*'))?)*)\s*(\/?)>|([^<>]+)/y;
const attribute = /([\w:.-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g;

/** `text`: the whole value. Unclosed elements are rejected too. */
export function isHarmlessSvg(text: string): boolean {
  const open: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (match === null) return false;
    const [, closes, rawName, attributes = '', selfCloses, content] = match;
    if (content !== undefined) {
      if (open.length === 0 && content.trim() !== '') return false;
      continue;
    }
    const name = (rawName as string).toLowerCase();
    if (!elements.has(name) || (open.length === 0 && name !== 'svg')) return false;
    if (closes === '/') {
      if (open.pop() !== name) return false;
    } else {
      if (!areHarmless(attributes)) return false;
      if (selfCloses !== '/') open.push(name);
    }
  }
  return open.length === 0;
}

function areHarmless(attributes: string): boolean {
  for (const [, rawName = '', double, single] of attributes.matchAll(attribute)) {
    const name = rawName.toLowerCase();
    const value = double ?? single ?? '';
    if (name.startsWith('on') || /[\\&]/.test(value)) return false;
    if (/(?:^|:)href$/.test(name) && !value.startsWith('#')) return false;
    if (/script:|@import|expression\(/i.test(value) || /url\(\s*["']?(?!#)/i.test(value)) return false;
  }
  return true;
}
