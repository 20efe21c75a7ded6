/** Elements and attributes that no author may put into a page, however they get there: the same for markup, code and HTML text. */
import { isSafeAnimation, isSafeUrl } from './url.ts';

/** They change what the page around them means, or hold other documents by plug-in. */
export const forbiddenElements: ReadonlySet<string> = new Set(['base', 'object', 'embed', 'applet', 'frame', 'frameset', 'portal']);

/** Attributes that hold one URL, by their name in HTML. */
const urlAttributes: ReadonlySet<string> = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'xlink:href',
  'poster',
  'data',
  'background',
  'cite',
  'ping',
  'manifest',
]);

const dataTypes = /^(?!(?:text|application)\/(?:x-)?(?:(?:java|ecma|live)script|jscript)|module$|importmap$|speculationrules$)\S+\/\S+/i;

/** Whether a `script` of this type is data that no browser runs. */
export function isDataScript(type: unknown): boolean {
  return typeof type === 'string' && dataTypes.test(type);
}

/** Whether `<tag name="value">` is a URL that would run a script or carry a document. */
function isUnsafeUrlAttribute(tag: string, name: string, value: string): boolean {
  if (urlAttributes.has(name)) return !isSafeUrl(value, tag === 'img' || tag === 'source' || tag === 'image');
  return /^(?:image)?srcset$/.test(name) && /(?:^|,)\s*(?:javascript|vbscript|data:(?!image\/))/i.test(value);
}

/** Why an attribute may not stand, or undefined. `name` in lower case, but for those of SVG. */
export function attributeProblem(tag: string, name: string, value: string): 'event-handler' | 'url-scheme' | 'srcdoc' | undefined {
  if (/^on/i.test(name)) return 'event-handler';
  if (isUnsafeUrlAttribute(tag, name.toLowerCase(), value)) return 'url-scheme';
  if (!isSafeAnimation(name, value)) return /^attributename$/i.test(name) ? 'event-handler' : 'url-scheme';
  return name.toLowerCase() === 'srcdoc' ? 'srcdoc' : undefined;
}
