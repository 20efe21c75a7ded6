/**
 * Finds scripts in SVG files. An SVG opened at its own URL is a document whose scripts run; as an image on a page they
 * do not. The file is published unchanged and the problem is reported. It is parsed as browsers parse XML: in its own
 * encoding, by local names, with attribute entities decoded.
 */
import { gunzipSync } from 'node:zlib';
import { decodeReferences } from '../../shared/character-references.ts';
import { isSafeAnimation, isScriptUrl } from '../../shared/url.ts';

/** The first active part of a drawing; line and column are 1-based. */
export interface ActiveContent {
  /** `<script>`, `onload`, `javascript:`. */
  readonly what: string;
  readonly line: number;
  readonly column: number;
}

/** Drawings up to this size are read completely; larger ones are published without a check. */
export const svgLimit = 4 * 1_048_576;

const runningElement = /^(?:script|handler|iframe|frame|object|embed)$/i;
const urlAttribute = /^(?:href|src|action|formaction|data)$/i;
/** XML does not allow `<` in a value, so an unclosed quote hides nothing that follows. */
const attribute = /\s*([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const tagName = /[^\s<>/!?]+/y;
/** Entities and default attributes of a document type can contain markup; XSLT style sheets generate it. */
const declaration =
  /<!ENTITY\s[^<>"']*(?:"[^"<&]*[<&]|'[^'<&]*[<&])|<!ATTLIST\s[^<>]*?\s(?:on[a-z]+|(?:[\w-]+:)?href|attributeName)\s|<\?xml-stylesheet\s[^<>]*xsl/y;

/** The active part and its position; undefined also for an unreadable file. */
export function scriptInSvg(bytes: Uint8Array): ActiveContent | undefined {
  const text = decodeSvg(bytes);
  if (text === undefined) return undefined;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    const found = runningPart(text, at);
    if (found !== undefined) {
      const before = text.slice(0, found.offset);
      return { what: found.what, line: before.split('\n').length, column: found.offset - before.lastIndexOf('\n') };
    }
  }
  return undefined;
}

/** The active part of the tag or declaration that starts here. */
function runningPart(text: string, start: number): { what: string; offset: number } | undefined {
  if (text[start + 1] === '!' || text[start + 1] === '?') {
    declaration.lastIndex = start;
    const what = declaration.exec(text)?.[0].split(/\s/)[0];
    return what === undefined ? undefined : { what, offset: start };
  }
  tagName.lastIndex = start + 1;
  const name = tagName.exec(text)?.[0];
  if (name === undefined) return undefined;
  if (runningElement.test(localName(name))) return { what: `<${name}>`, offset: start };
  attribute.lastIndex = tagName.lastIndex;
  for (let pair = attribute.exec(text); pair !== null; pair = attribute.exec(text)) {
    const [whole, written = '', double, single = ''] = pair;
    const what = runningAttribute(written, double ?? single);
    if (what !== undefined) return { what, offset: pair.index + whole.length - whole.trimStart().length };
  }
  return undefined;
}

function runningAttribute(name: string, written: string): string | undefined {
  const local = localName(name);
  const value = decodeReferences(written);
  if (/^on[a-z]+$/i.test(name) || local === 'srcdoc') return name;
  if (!isSafeAnimation(local, value)) return `${name}="${value.slice(0, 40)}"`;
  if (!urlAttribute.test(local)) return undefined;
  if (isScriptUrl(value)) return 'javascript:';
  // An entity of the document type can expand to any text.
  return /&[A-Za-z_]/.test(written.replace(/&(?:amp|lt|gt|quot|apos);/g, '')) ? `an entity in ${name}` : undefined;
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

function decodeSvg(bytes: Uint8Array): string | undefined {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return decodeXml(bytes);
  try {
    return decodeXml(gunzipSync(bytes, { maxOutputLength: svgLimit }));
  } catch {
    // Invalid, or larger than the limit.
    return undefined;
  }
}

/**
 * By byte order mark, else by the zero bytes around the first `<`, else by the XML declaration (XML 1.0, appendix F).
 */
function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return new TextDecoder('utf-16le').decode(bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return new TextDecoder('utf-16be').decode(bytes);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const label = /^(?:ï»¿)?<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(/^utf-?16/i.test(label) ? 'utf-8' : label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
