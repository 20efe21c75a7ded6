/** Elements and attributes that author content may not contain, the same for markup, code and HTML text. */
import { isSafeAnimation, isSafeUrl } from './url.ts';

/** They change the meaning of the surrounding page, or embed documents through plug-ins. */
export const forbiddenElements: ReadonlySet<string> = new Set(['base', 'object', 'embed', 'applet', 'frame', 'frameset', 'portal']);

/** HTML names of attributes whose value is one URL. */
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

/** Whether a `script` element of this type is data that browsers do not run. */
export function isDataScript(type: unknown): boolean {
  return typeof type === 'string' && dataTypes.test(type);
}

/** Whether `<tag name="value">` has a URL that runs a script or contains a document. */
function isUnsafeUrlAttribute(tag: string, name: string, value: string): boolean {
  if (urlAttributes.has(name)) return !isSafeUrl(value, tag === 'img' || tag === 'source' || tag === 'image');
  return /^(?:image)?srcset$/.test(name) && /(?:^|,)\s*(?:javascript|vbscript|data:(?!image\/))/i.test(value);
}

/** Why an attribute is forbidden, or undefined. `name` is in lower case, except for SVG attributes. */
export function attributeProblem(tag: string, name: string, value: string): 'event-handler' | 'url-scheme' | 'srcdoc' | undefined {
  if (/^on/i.test(name)) return 'event-handler';
  if (isUnsafeUrlAttribute(tag, name.toLowerCase(), value)) return 'url-scheme';
  if (!isSafeAnimation(name, value)) return /^attributename$/i.test(name) ? 'event-handler' : 'url-scheme';
  return name.toLowerCase() === 'srcdoc' ? 'srcdoc' : undefined;
}
