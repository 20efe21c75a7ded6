/** Attribute names of authors and parsers (`className`, `strokeWidth`, `frameborder`, `style={{…}}`) → HTML. */
import { escapeHtml } from '../../../shared/html.ts';
import { styleText } from '../../../shared/style-text.ts';

const renamed = new Map([
  ['className', 'class'],
  ['htmlFor', 'for'],
  ['httpEquiv', 'http-equiv'],
  ['acceptCharset', 'accept-charset'],
  ['xlinkHref', 'xlink:href'],
  ['xlinkTitle', 'xlink:title'],
  ['xmlLang', 'xml:lang'],
  ['xmlSpace', 'xml:space'],
  ['xmlnsXlink', 'xmlns:xlink'],
  ['defaultValue', 'value'],
  ['defaultChecked', 'checked'],
]);

/** Case-sensitive SVG attributes. */
const capitals = new Set(
  (
    'viewBox preserveAspectRatio gradientUnits gradientTransform patternUnits patternContentUnits patternTransform clipPathUnits maskUnits ' +
    'maskContentUnits markerWidth markerHeight markerUnits refX refY spreadMethod startOffset textLength lengthAdjust stdDeviation baseFrequency ' +
    'numOctaves stitchTiles tableValues filterUnits primitiveUnits kernelMatrix attributeName attributeType repeatCount repeatDur calcMode keyTimes ' +
    'keySplines keyPoints pathLength surfaceScale specularConstant specularExponent diffuseConstant limitingConeAngle pointsAtX pointsAtY pointsAtZ ' +
    'xChannelSelector yChannelSelector edgeMode targetX targetY systemLanguage'
  ).split(' '),
);

/** SVG attributes with hyphens that JSX writes in camel case. */
const hyphenated =
  /^(?:accent|alignment|baseline|clip|color|cap|dominant|enable|fill|flood|font|glyph|horiz|image|letter|lighting|marker|mix|overline|paint|pointer|shape|stop|strikethrough|stroke|text|transform|underline|unicode|units|vector|vert|word|writing|dataName)[A-Z]/;

/** Undefined for names that are not HTML attributes: `key`, `ref`, and names that could break out of a tag. */
export function attributeName(name: string): string | undefined {
  const known = renamed.get(name);
  if (known) return known;
  if (name === 'key' || name === 'ref' || !/^[A-Za-z_:@][\w:.@-]*$/.test(name)) return undefined;
  if (!/[A-Z]/.test(name) || capitals.has(name)) return name;
  const hyphens = () => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (name.includes('-')) return name.toLowerCase();
  if (/^aria[A-Z]/.test(name)) return `aria-${name.slice(4).toLowerCase()}`;
  if (/^data[A-Z]/.test(name) || hyphenated.test(name))
    return name === 'colorInterpolationFilters' ? 'color-interpolation-filters' : hyphens();
  return name.toLowerCase();
}

const enumerated = /^(?:aria-|data-)|^(?:contenteditable|draggable|spellcheck)$/;

/** The value for HTML; undefined omits the attribute, `true` writes only its name. */
export function attributeValue(name: string, value: unknown): string | true | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') {
    if (enumerated.test(name)) return String(value);
    return value || undefined;
  }
  if (Array.isArray(value)) return value.join(' ');
  if (name === 'style' && typeof value === 'object') return styleText(value as Record<string, unknown>) || undefined;
  if (typeof value === 'object') return undefined;
  return String(value);
}

/** Values are escaped; names are not, so pass only results of `attributeName`. */
export function startTag(tag: string, attributes: Readonly<Record<string, string | true>>): string {
  let html = `<${tag}`;
  for (const name in attributes) {
    const value = attributes[name] as string | true;
    html += value === true || value === '' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`;
  }
  return `${html}>`;
}

/** HTML standard, 13.1.2: void elements have no end tag. */
export const voidElements: ReadonlySet<string> = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);
