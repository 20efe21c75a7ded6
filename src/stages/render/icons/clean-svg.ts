/**
 * Sanitizes an author's inline SVG: keeps only known drawing elements and attributes, and closes every tag. The text
 * comes from docs.json or front matter; it is parsed tag by tag and serialized again.
 */
import { escapeHtml } from '../../../shared/html.ts';

const elements = new Set(
  'svg g path circle ellipse line polygon polyline rect defs linearGradient radialGradient stop clipPath mask pattern symbol use title text tspan'.split(
    ' ',
  ),
);
const attributes = new Set(
  (
    'viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points transform fill fill-rule fill-opacity clip-rule clip-path mask opacity ' +
    'stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity ' +
    'id class offset stop-color stop-opacity gradientUnits gradientTransform patternUnits patternTransform preserveAspectRatio xmlns role aria-hidden aria-label'
  ).split(' '),
);
const byLowerCase = new Map([...elements, ...attributes].map((name) => [name.toLowerCase(), name]));
const tag = /<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>/]+))?)*)\s*(\/?)>/g;
const attribute = /([\w:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>/]+)))?/g;

/** The sanitized drawing, or empty text when the input is not SVG. */
export function cleanSvg(text: string): string {
  const open: string[] = [];
  let html = '';
  let hidden = 0;
  let from = 0;
  for (const match of text.matchAll(tag)) {
    const [whole, closing, written = '', pairs = '', selfClosing] = match;
    if (open.length > 0 && hidden === 0) html += escapeText(text.slice(from, match.index));
    from = match.index + whole.length;
    const name = byLowerCase.get(written.toLowerCase());
    const isKnown = name !== undefined && elements.has(name) && (open.length > 0 || name === 'svg');
    if (closing === '/') {
      if (!isKnown) hidden = Math.max(0, hidden - 1);
      else if (hidden === 0 && open.includes(name)) html += endTags(open.splice(open.lastIndexOf(name)));
    } else if (!isKnown) {
      if (selfClosing !== '/') hidden++;
    } else if (hidden === 0) {
      html += `<${name}${cleanAttributes(pairs)}>`;
      if (selfClosing === '/') html += `</${name}>`;
      else open.push(name);
    }
    if (open.length === 0 && html !== '') break;
  }
  return html + endTags(open);
}

/** End tags of nested elements, given outermost first. */
function endTags(open: readonly string[]): string {
  return open
    .toReversed()
    .map((name) => `</${name}>`)
    .join('');
}

function cleanAttributes(pairs: string): string {
  let html = '';
  for (const [, written = '', double, single, bare] of pairs.matchAll(attribute)) {
    const value = double ?? single ?? bare ?? '';
    const name = byLowerCase.get(written.toLowerCase()) ?? camelCase(written);
    if (written.toLowerCase() === 'href' && /^#[\w-]+$/.test(value)) html += ` href="${value}"`;
    else if (name !== undefined && attributes.has(name) && !/url\s*\(\s*["']?(?!#)/i.test(value))
      html += ` ${name}="${escapeHtml(unescapeEntities(value))}"`;
  }
  return html;
}

/** JSX spelling: `strokeWidth` → `stroke-width`, `className` → `class`. */
function camelCase(name: string): string | undefined {
  if (name === 'className') return 'class';
  return byLowerCase.get(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
}

function escapeText(text: string): string {
  return escapeHtml(unescapeEntities(text));
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => named[name] as string);
}
