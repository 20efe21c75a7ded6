/**
 * Data files of a site that docs.json does not name: the parts of multi-file API descriptions, and data that pages and snippets
 * import.
 */
import { posix } from 'node:path';
import { readStrictValue } from '../../../stages/config/index.ts';
import { isNamed } from './site-settings.ts';

/** Returns the content of a file; undefined when it does not exist. */
type TextOf = (path: string) => string | undefined;

/** Descriptions have hundreds of parts at most; the search stops here. */
const maxParts = 5_000;

const dataFile = /\.(?:json|ya?ml)$/i;

/** The data files that the named descriptions refer to with `$ref`, directly or indirectly, without the descriptions themselves. */
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

/** The files that a file refers to, relative to the root of the documentation. */
function referencesIn(value: unknown, from: string): ReadonlySet<string> {
  const targets = new Set<string>();
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const at = waiting.pop();
    if (typeof at !== 'object' || at === null || seen.has(at)) continue;
    seen.add(at);
    for (const [key, member] of Object.entries(at)) {
      if (key === '$ref' && typeof member === 'string') {
        const target = resolved(member.split('#', 1)[0] ?? '', from);
        if (target !== undefined && dataFile.test(target)) targets.add(target);
      } else waiting.push(member);
    }
  }
  return targets;
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

/** Whether a part of a description was in the same folder before. The root does not count, because tools keep files there too. */
export function isNextToPart(path: string, parts: ReadonlySet<string>): boolean {
  const folder = posix.dirname(path);
  return folder !== '.' && [...parts].some((part) => posix.dirname(part) === folder);
}

/** The JSON files that pages, snippets and components import. */
export function importedData(files: Iterable<string>, textOf: TextOf): ReadonlySet<string> {
  const targets = new Set<string>();
  for (const path of files) {
    if (!/\.(?:mdx?|[jt]sx)$/i.test(path)) continue;
    for (const [, written = ''] of (textOf(path) ?? '').matchAll(/^\s*import\s[^;'"\n]*from\s*["']([^"'\n]+\.json)["']/gm)) {
      const target = resolved(written, path);
      if (target !== undefined) targets.add(target);
    }
  }
  return targets;
}

/** Keys of the objects in API descriptions. Any other key is the name of a definition, so its value is an object. */
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
 * Why a text is not a valid part of an API description; undefined when it is. A part has no root that identifies its format, so its
 * keys are checked: an unknown key must have an object as its value, like the name of a definition.
 */
export function partProblem(path: string, text: string, before: string | undefined): string | undefined {
  const value = readStrictValue(path, text);
  if (value === undefined) return 'is not part of an API description: it cannot be read as JSON or YAML';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const was = before === undefined ? undefined : readStrictValue(path, before);
  const oldKeys = new Set(typeof was === 'object' && was !== null ? Object.keys(was) : []);
  const unexpected = Object.entries(value).find(
    ([key, member]) =>
      !partKeys.has(key) && !key.startsWith('x-') && !oldKeys.has(key) && (typeof member !== 'object' || Array.isArray(member)),
  );
  return unexpected && `is not part of an API description: it has "${unexpected[0].slice(0, 40)}", which is not part of one`;
}
