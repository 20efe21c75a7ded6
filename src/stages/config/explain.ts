/**
 * Turns Ajv errors into diagnostics: the path in docs.json notation, the actual and the expected value, the nearest
 * name, the location.
 */
import type { AnySchemaObject, ErrorObject } from 'ajv';
import cssColors from 'color-name';
import type { Diagnostic, SourceLocation } from '../../model/diagnostic.ts';
import { nearestName } from '../../shared/nearest-name.ts';
import { childLists } from './divisions.ts';
import {
  badFormat,
  duplicateValue,
  empty,
  list,
  navChildren,
  notAllowed,
  quote,
  required,
  unknownKey,
  unusableBackground,
  withLocation,
  wrongType,
} from './errors.ts';
import type { ConfigLocations, PlainObject } from './locations.ts';
import { formatPath, pointerSteps } from './path.ts';
import { formats } from './rules/formats.ts';
import { languageCode } from './rules/language-code.ts';

/** Keys of mint.json that docs.json no longer has, with their replacements. */
const formerKeys = new Map([
  ['topbarLinks', 'navbar.links'],
  ['topbarCtaButton', 'navbar.primary'],
  ['footerSocials', 'footer.socials'],
  ['anchors', 'navigation.anchors or navigation.global.anchors'],
  ['tabs', 'navigation.tabs'],
  ['versions', 'navigation.versions'],
  ['primaryTab', 'navigation.tabs'],
  ['topAnchor', 'navigation.anchors'],
  ['openapi', 'api.openapi'],
  ['asyncapi', 'api.asyncapi'],
  ['analytics', 'integrations'],
  ['modeToggle', 'appearance'],
  ['font', 'fonts'],
  ['eyebrow', 'styling.eyebrows'],
  ['codeBlock', 'styling.codeblocks'],
  ['backgroundImage', 'background.image'],
]);

/** Keys of mint.json without a replacement. */
const droppedKeys = new Set(['layout', 'sidebar', 'rounded', 'feedback', 'isWhiteLabeled', 'topbar']);

/**
 * The same for entries of its tabs, anchors and versions: the replacement is the first of these that the entry allows.
 */
const formerEntryKeys = new Map([
  ['name', ['anchor', 'tab', 'version']],
  ['url', ['href']],
]);

/**
 * Common wrong names of keys, from other tools, with the keys that may be meant: the first that the entry allows and
 * lacks.
 */
const otherNames = new Map([
  ['title', ['group', 'tab', 'anchor', 'dropdown', 'version', 'product', 'item', 'header', 'label']],
  ['name', ['group', 'tab', 'anchor', 'dropdown', 'version', 'product', 'item', 'header', 'label']],
  ['label', ['group', 'tab', 'anchor', 'dropdown', 'version', 'product', 'item', 'header']],
  ['text', ['label', 'content']],
  ['message', ['content']],
  ['code', ['language']],
  ['locale', ['language']],
  ['url', ['href']],
  ['link', ['href']],
  ['from', ['source']],
  ['to', ['destination', 'href']],
  ['target', ['destination']],
  ['links', ['items']],
  ['items', ['pages', 'links']],
  ['children', ['pages']],
]);

const sectionLists = ['pages', 'openapi', 'asyncapi', ...childLists.map(({ list }) => list)];

interface Found {
  readonly error: ErrorObject;
  readonly steps: readonly (string | number)[];
  readonly path: string;
  /** Location of the invalid value. */
  readonly place: SourceLocation;
}

/** `root` is the validated value, `file` the location of problems of the whole file. */
export function explain(errors: readonly ErrorObject[], root: unknown, places: ConfigLocations): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const renamed = new Set(errors.map((error) => `${error.instancePath} ${error.keyword === 'required' ? renamedKey(error) : undefined}`));
  for (const error of errors) {
    // The error about the missing key names the key that replaces it.
    if (error.keyword === 'additionalProperties' && renamed.has(`${error.instancePath} ${error.params.additionalProperty}`)) continue;
    // `if` only repeats that its `then` failed, and `propertyNames` that a name did; both have their own errors.
    if (error.keyword === 'if' || error.keyword === 'propertyNames') continue;
    // Every enum comes with a type, whose error already covers other values.
    if (error.keyword === 'enum' && typeof error.data !== 'string') continue;
    const steps = pointerSteps(error.instancePath, root);
    const place = typeof root === 'object' && root !== null ? places.at(root, steps) : { file: places.file, line: 1, column: 1 };
    diagnostics.push(explainOne({ error, steps, path: formatPath(steps), place }, places));
  }
  return diagnostics;
}

function explainOne(found: Found, places: ConfigLocations): Diagnostic {
  const { error, path, place } = found;
  const name = path === '' ? places.file : path;
  switch (error.keyword) {
    case 'type':
      return wrongType(
        place,
        path === ''
          ? `${name} must be an object, got ${typeName(error.data)}`
          : `${name} must be ${typeList(error)}, got ${typeName(error.data)}`,
        fixOfType(found),
      );
    case 'required':
      if (error.params.missingProperty === 'item') return navChildren(place, `${name} has no item: each entry of a menu needs a label`);
      return required(
        placeOfMissing(found, places),
        formatPath([...found.steps, error.params.missingProperty]),
        fixOfMissing(error),
        renamedKey(error),
      );
    case 'dependencies':
      return required(place, formatPath([...found.steps, error.params.missingProperty]), `add it: ${error.params.property} requires it`);
    case 'additionalProperties':
      return explainUnknownKey(found, places);
    case 'enum':
      return explainEnum(found, name);
    case 'format':
      return explainFormat(found, name);
    case 'pattern':
      return badFormat(place, `${name} must be ${expectation(error)}, got ${quote(String(error.data))}`, fixOfColor(error));
    case 'not':
      return navChildren(place, `${name} must be ${expectation(error)}`);
    case 'minLength':
    case 'minItems':
      if (error.params.limit === 1) return empty(place, `${name} must not be empty`);
      return badFormat(
        place,
        `${name} must have at least ${error.params.limit} ${error.keyword === 'minItems' ? 'entries' : 'characters'}`,
      );
    case 'maxLength':
    case 'maxItems':
      return badFormat(place, `${name} must have at most ${error.params.limit} ${error.keyword === 'maxItems' ? 'entries' : 'characters'}`);
    case 'exclusiveMinimum':
      return badFormat(place, `${name} must be greater than ${error.params.limit}, got ${String(error.data)}`);
    case 'minimum':
      return badFormat(place, `${name} must be at least ${error.params.limit}, got ${String(error.data)}`);
    case 'maximum':
      return badFormat(place, `${name} must be at most ${error.params.limit}, got ${String(error.data)}`);
    case 'uniqueItems':
      return duplicateValue(place, `${name} contains the same entry twice`);
    default:
      throw new Error(`the schema keyword ${error.keyword} has no message in explain.ts`);
  }
}

function explainUnknownKey({ error, steps, path }: Found, places: ConfigLocations): Diagnostic {
  const key = error.params.additionalProperty as string;
  const owner = error.data as PlainObject;
  const known = Object.keys((error.parentSchema?.properties ?? {}) as object);
  // A tab generated from a GraphQL schema or an SDK is rejected with all its unknown keys.
  const generated = 'tab' in owner && ('graphql' in owner || 'sdk' in owner);
  const strict = error.parentSchema?.['x-strict'] === true || generated;
  const nearest = nearestName(
    key,
    known.filter((name) => !(name in owner)),
  );
  let hint: string;
  const successor =
    steps.length === 0
      ? formerKeys.get(key)
      : steps[0] === 'navigation'
        ? formerEntryKeys.get(key)?.find((name) => known.includes(name) && !(name in owner))
        : undefined;
  // In mint.json, `url` assigned a folder to a section; a section of docs.json links to its first page without it.
  if (successor === 'href' && sectionLists.some((name) => name in owner)) hint = 'remove it: it is a key of the old mint.json format';
  else if (successor !== undefined) hint = `write ${quote(successor)} instead: this is a key of the old mint.json format`;
  else if (steps.length === 0 && droppedKeys.has(key)) hint = 'remove it: it is a key of the old mint.json format';
  else if (nearest !== undefined) hint = `write ${quote(nearest)}`;
  else if (strict) hint = `use one of ${known.join(', ')}`;
  else {
    const meant = meantBy(key, owner, known);
    hint = meant === undefined ? 'remove it: it has no effect' : `write ${quote(meant)}`;
  }
  return unknownKey(places.key(owner, key), key, path, strict ? 'error' : 'warning', hint);
}

/** The key that is probably meant, among those that the object lacks. */
function meantBy(key: string, owner: PlainObject, known: readonly string[]): string | undefined {
  return otherNames.get(key)?.find((name) => known.includes(name) && !(name in owner));
}

/** The unknown key of the object that is probably the missing one under another name. */
function renamedKey(error: ErrorObject): string | undefined {
  const missing = error.params.missingProperty as string;
  const owner = error.data as PlainObject;
  const known = Object.keys((error.parentSchema?.properties ?? {}) as object);
  const unknown = Object.keys(owner).filter((key) => !known.includes(key));
  // A condition of the schema requires a key without listing all of them.
  if (known.length === 0) return unknown.find((key) => otherNames.get(key)?.includes(missing) === true);
  const isMeant = (key: string | undefined) => key !== undefined && meantBy(key, owner, known) === missing;
  return nearestName(missing, unknown) ?? unknown.find((key) => isMeant(key) || isMeant(nearestName(key, [...otherNames.keys()])));
}

function placeOfMissing({ error, place }: Found, places: ConfigLocations): SourceLocation {
  const renamed = renamedKey(error);
  return renamed === undefined ? place : places.key(error.data as PlainObject, renamed);
}

function fixOfMissing(error: ErrorObject): string {
  const missing = error.params.missingProperty as string;
  const owner = error.data as PlainObject;
  const nearest = renamedKey(error);
  if (nearest !== undefined) return `rename ${quote(nearest)} to ${quote(missing)}`;
  if (missing === 'group' && typeof owner.page === 'string') return `write the page as text: ${quote(owner.page)}`;
  if (missing === 'navigation') return 'add "navigation": { "pages": ["index"] }';
  const { enum: choices } =
    ((error.parentSchema?.properties ?? {}) as Record<string, { readonly enum?: readonly string[] }>)[missing] ?? {};
  return choices === undefined
    ? `add ${quote(missing)}`
    : `add ${quote(missing)}: ${list(choices.map(quote)).replace(/ and ([^ ]+)$/, ' or $1')}`;
}

/** The given value converted to the expected type, when the conversion is obvious. */
function fixOfType({ error, steps }: Found): string | undefined {
  const wanted = ([] as string[]).concat(error.params.type as string | string[]).flatMap((type) => type.split(','));
  const value: unknown = error.data;
  const entries = [(error.parentSchema?.items as { readonly type?: string | string[] } | undefined)?.type].flat();
  if (wanted.includes('array') && typeof value === 'string' && entries.includes('string')) return `write [${quote(value)}]`;
  if (wanted.includes('array') && !wanted.includes('object') && typeof value === 'object' && value !== null)
    return 'put it into a list: [{ … }]';
  if (wanted.includes('string') && (typeof value === 'number' || typeof value === 'boolean')) return `write ${quote(String(value))}`;
  if (wanted.includes('boolean') && (value === 'true' || value === 'false')) return `write ${value}, without quotes`;
  if (wanted.includes('number') && typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)))
    return `write ${Number(value)}, without quotes`;
  if (wanted.includes('number') && typeof value === 'string') return 'write a number, without quotes';
  if (!wanted.includes('object')) return undefined;
  if (Array.isArray(value) && steps.length === 1 && steps[0] === 'navigation')
    return 'write { "groups": […] }: a list is the old mint.json format';
  return fixOfObject(value, error.parentSchema ?? {});
}

/** The property that the value probably belongs to: the only required one, or the first that accepts it. */
function fixOfObject(value: unknown, { required = [], properties = {} }: AnySchemaObject): string | undefined {
  const names = Object.keys(properties);
  const accepts = (name: string) => {
    const { type, enum: choices }: AnySchemaObject = properties[name];
    return [type].flat().includes(Array.isArray(value) ? 'array' : typeof value) && (choices === undefined || choices.includes(value));
  };
  const name = required.length === 1 && typeof value === 'string' ? required[0] : names.find(accepts);
  if (name !== undefined) return `write { ${quote(name)}: ${typeof value === 'string' ? quote(value) : '[…]'} }`;
  return names.length === 0 ? undefined : `write an object with keys such as ${names.slice(0, 3).map(quote).join(', ')}`;
}

function explainEnum({ error, steps, place }: Found, name: string): Diagnostic {
  const allowed = error.params.allowedValues as string[];
  const value = error.data as string;
  const got = quote(value);
  if (steps.at(-1) === 'language') return notAllowed(place, `language ${got} is not supported`, fixOfLanguage(value, allowed));
  const nearest = nearestName(value, allowed);
  const hint = nearest === undefined ? undefined : `use ${quote(nearest)}`;
  return notAllowed(place, `${name} must be one of ${allowed.join(', ')}, got ${got}`, hint);
}

/** The code of a language that was written by its name, its code of three letters, or with another region. */
function fixOfLanguage(value: string, allowed: readonly string[]): string {
  const meant = languageCode(value, allowed);
  if (meant !== undefined) return `use ${quote(meant)}`;
  // Codes that differ only in case are one language.
  const codes = [...new Map([...allowed].reverse().map((code) => [code.toLowerCase(), code])).values()].sort();
  return `use one of ${codes.join(', ')}`;
}

/** A docs.json color that was written as a CSS name, or with a wrong number of digits. */
function fixOfColor({ data, parentSchema }: ErrorObject): string | undefined {
  if (!String(parentSchema?.['x-expects']).includes('hex colour')) return undefined;
  const value = String(data).trim();
  const name = value.toLowerCase();
  if (Object.hasOwn(cssColors, name)) return `write ${quote(hexOf(cssColors[name as keyof typeof cssColors]))}`;
  const digits = /^#?([0-9a-f]+)$/i.exec(value)?.[1];
  if (digits === undefined) return undefined;
  return digits.length === 3 || digits.length === 6 ? `write ${quote(`#${digits}`)}` : 'write 3 or 6 hexadecimal digits after #';
}

function hexOf(color: readonly number[]): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function explainFormat({ error, place }: Found, name: string): Diagnostic {
  const check = formats.get(error.params.format as string);
  const problem = check?.(error.data as string, name);
  if (problem === undefined) throw new Error(`the format ${error.params.format} rejects without a reason`);
  // An unusable background is ignored: social images have a default one.
  if (isUnusableBackground(error)) return unusableBackground(problem, place);
  return withLocation(problem, place);
}

/** `thumbnails.background` is a URL that cannot be used as an image, such as `data:`. */
export function isUnusableBackground({ keyword, instancePath, params, data }: ErrorObject): boolean {
  return (
    keyword === 'format' &&
    instancePath === '/thumbnails/background' &&
    formats.get(params.format as string)?.(data as string, '')?.code === 'config/url-scheme'
  );
}

function expectation(error: ErrorObject): string {
  const words = error.parentSchema?.['x-expects'];
  if (typeof words !== 'string') throw new Error(`the schema has no x-expects next to ${error.keyword}`);
  return words;
}

function typeList(error: ErrorObject): string {
  const types = ([] as string[]).concat(error.params.type as string | string[]).flatMap((type) => type.split(','));
  return list(types).replace(/ and ([^ ]+)$/, ' or $1');
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
