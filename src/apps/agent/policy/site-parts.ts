/**
 * Data files that belong to a site without being named by docs.json: the parts of a description that is written in several files, and
 * data that pages and snippets import.
 */
import { posix } from 'node:path';
import { readStrictValue } from '../../../stages/config/index.ts';
import { isNamed } from './site-settings.ts';

/** The content of a file, undefined where there is none. */
type TextOf = (path: string) => string | undefined;

/** Descriptions have hundreds of parts at most; what is beyond is not looked for. */
const maxParts = 5_000;

const dataFile = /\.(?:json|ya?ml)$/i;

/** The data files that the named descriptions refer to with `$ref`, directly or by way of each other. Without the descriptions themselves. */
export function partsOfDescriptions(named: readonly string[], files: Iterable<string>, textOf: TextOf): ReadonlySet<string> {
  const waiting = [...files].filter((path) => dataFile.test(path) && path !== 'docs.json' && isNamed(path, named));
  const roots = new Set(waiting);
  const parts = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = textOf(path);
    if (text === undefined || !text.includes('$ref')) continue;
    for (const target of referencesIn(readStrictValue(path, text), path)) {
      if (roots.has(target) || parts.has(target) || parts.size >= maxParts || textOf(target) === undefined) continue;
      parts.add(target);
      waiting.push(target);
    }
  }
  return parts;
}

/** Files that the references of a file lead to, from the root of the documentation. */
function referencesIn(value: unknown, from: string): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const at = waiting.pop();
    if (typeof at !== 'object' || at === null || seen.has(at)) continue;
    seen.add(at);
    for (const [key, member] of Object.entries(at)) {
      if (key === '$ref' && typeof member === 'string') {
        const target = resolved(member.split('#', 1)[0] ?? '', from);
        if (target !== undefined && dataFile.test(target)) found.add(target);
      } else waiting.push(member);
    }
  }
  return found;
}

function resolved(written: string, from: string): string | undefined {
  if (written === '' || /^[a-z][a-z0-9+.-]*:/i.test(written) || written.startsWith('//')) return undefined;
  let plain: string;
  try {
    plain = decodeURIComponent(written);
  } catch {
    return undefined;
  }
  const path = plain.startsWith('/') ? posix.normalize(plain.slice(1)) : posix.join(posix.dirname(from), plain);
  return path.startsWith('..') ? undefined : path;
}

/** Whether a part of a description was in the same folder before. In the root there are files of tools, too. */
export function isBesidePart(path: string, parts: ReadonlySet<string>): boolean {
  const folder = posix.dirname(path);
  return folder !== '.' && [...parts].some((part) => posix.dirname(part) === folder);
}

/** The JSON files that pages, snippets and components import. */
export function importedData(files: Iterable<string>, textOf: TextOf): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of files) {
    if (!/\.(?:mdx?|[jt]sx)$/i.test(path)) continue;
    for (const [, written = ''] of (textOf(path) ?? '').matchAll(/^\s*import\s[^;'"\n]*from\s*["']([^"'\n]+\.json)["']/gm)) {
      const target = resolved(written, path);
      if (target !== undefined) found.add(target);
    }
  }
  return found;
}

/** Keys of the objects that descriptions consist of. Others name what is defined below them, so that their values are objects. */
const partKeys = new Set(
  (
    '$ref $id $schema $anchor $dynamicRef $dynamicAnchor $defs $comment $vocabulary summary description title name in required deprecated allowEmptyValue style explode allowReserved schema example examples ' +
    'content type format enum const default nullable readOnly writeOnly minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf items prefixItems contains minContains maxContains ' +
    'minItems maxItems uniqueItems properties patternProperties additionalProperties unevaluatedProperties unevaluatedItems propertyNames minProperties maxProperties dependentRequired dependentSchemas allOf anyOf oneOf ' +
    'not if then else discriminator xml externalDocs contentEncoding contentMediaType contentSchema operationId tags parameters requestBody responses callbacks security servers get put post delete options head patch ' +
    'trace query additionalOperations headers links value externalValue dataValue serializedValue operationRef server scheme bearerFormat flows openIdConnectUrl url variables collectionFormat schemes consumes produces file encoding ' +
    'contentType payload bindings traits messages message address correlationId schemaFormat action channel reply protocol host pathname definitions components paths info openapi swagger asyncapi version'
  ).split(' '),
);

/**
 * Why a text is no part of a description that may be delivered; undefined when it is one. A part has no root by which its format is
 * known, so its keys are looked at: one that descriptions do not have must hold an object, as a name of a definition does.
 */
export function partProblem(path: string, text: string, before: string | undefined): string | undefined {
  const value = readStrictValue(path, text);
  if (value === undefined) return 'is no part of an API description: it cannot be read as JSON or YAML';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const was = before === undefined ? undefined : readStrictValue(path, before);
  const known = new Set(typeof was === 'object' && was !== null ? Object.keys(was) : []);
  const strange = Object.entries(value).find(
    ([key, member]) =>
      !partKeys.has(key) && !key.startsWith('x-') && !known.has(key) && (typeof member !== 'object' || Array.isArray(member)),
  );
  return strange && `is no part of an API description: it has "${strange[0].slice(0, 40)}", which is not part of one`;
}
