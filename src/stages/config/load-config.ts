/** docs.json (or a legacy mint.json) of a project → SiteConfig, with every fault of the run. */
import type { ErrorObject } from 'ajv';
import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import type { FileSystem } from '../../model/file-system.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import { SourceText } from '../../model/source-text.ts';
import type { DocsJson } from './docs-json.ts';
import { legacy, missing } from './errors.ts';
import { explain, isUnusableBackground } from './explain.ts';
import { followRefs, parseSource } from './follow-refs.ts';
import { generatedReferences } from './generated-references.ts';
import { Places, type PlainObject } from './locations.ts';
import { migrateMintJson } from './migrate/migrate.ts';
import { notYet } from './not-yet.ts';
import { parsePageEntry } from './page-entry.ts';
import { readSource } from './read-source.ts';
import { resolveConfig } from './resolve.ts';
import { checkAuth } from './rules/auth-rules.ts';
import { formats } from './rules/formats.ts';
import { checkGrammars } from './rules/grammar-rules.ts';
import { checkNavigation } from './rules/navigation-rules.ts';
import { checkRedirects } from './rules/redirect-rules.ts';
import { checkSite } from './rules/site-rules.ts';
import { schemaErrors } from './schema.ts';
import { checkSecrets, maskSecrets } from './secrets.ts';

/** What the room is given: a project, and where its site will stand. */
export interface LoadConfigOptions {
  readonly files: FileSystem;
  /** URL prefix of the built site (`--base`). */
  readonly base?: string;
  /** Whether whoever runs the command named the host of this URL: a description may then lie there, although it is private. */
  readonly isNamed?: (url: string) => boolean;
}

/** The configuration of a project; undefined when an error leaves nothing that a site could be made from. */
export function loadConfig({ files, base = '', isNamed = () => false }: LoadConfigOptions): Result<SiteConfig | undefined> {
  const file = ['docs.json', 'mint.json'].find((name) => files.has(name));
  if (file === undefined) return { value: undefined, diagnostics: [missing(files.folder)] };
  const raw = readRaw(files, file);
  if (raw.value === undefined) return { value: undefined, diagnostics: raw.diagnostics };
  const { places, sources } = raw.value;
  // Lists are joined, never spread into a call: a hostile file has more faults than a call has arguments.
  const found: (readonly Diagnostic[])[] = [raw.diagnostics];

  let { root } = raw.value;
  if (file === 'mint.json' && isObject(root)) {
    const { docsJson, notices } = migrateMintJson(root);
    root = docsJson;
    found.push([legacy(file, notices)]);
  }
  const secrets = checkSecrets(root, places);
  const errors = schemaErrors(root).filter((error) => !refusesNamed(error, isNamed));
  found.push(secrets, explain(errors, root, places));
  // The rules read shapes that the schema has checked: each runs where its part has them, whatever is wrong elsewhere.
  const docs = root as DocsJson & PlainObject;
  const isWellShaped = (key: string): boolean => isObject(root) && !errors.some((error) => breaksShape(error, key));
  const navigationProblems = isWellShaped('navigation') ? checkNavigation(docs, places, files) : [];
  const redirects = isWellShaped('redirects') ? checkRedirects(docs.redirects ?? [], places) : undefined;
  found.push(navigationProblems, redirects?.diagnostics ?? []);
  if (isWellShaped('api') && isWellShaped('contextual')) found.push(checkSite(docs, places));
  if (isWellShaped('styling')) found.push(checkGrammars(docs, places, files));
  if (isWellShaped('docsgen') && docs.docsgen?.auth !== undefined) found.push(checkAuth(docs.docsgen.auth, places));

  let config: SiteConfig | undefined;
  const isTooDeep = navigationProblems.some(({ code }) => code === 'config/too-deep');
  if (isObject(root) && redirects !== undefined && secrets.length === 0 && !isTooDeep && !errors.some((error) => isFatal(error))) {
    config = resolveConfig(docs, { file, files: sources, base, withoutRedirects: redirects.leftOut, places });
    found.push(notYet(config, generatedReferences(docs.navigation)));
  }
  const diagnostics = found.flat().sort(byPlace);
  return { value: config, diagnostics: secrets.length > 0 ? diagnostics.map(maskSecrets) : diagnostics };
}

/** The host of a description is a private one that was named, and nothing else is wrong with its address. */
function refusesNamed({ keyword, params, data }: ErrorObject, isNamed: (url: string) => boolean): boolean {
  if (keyword !== 'format' || formats.get(params.format)?.(data as string, '')?.code !== 'config/remote-denied') return false;
  const entry = params.format === 'docsgen-page' ? parsePageEntry(data as string) : undefined;
  return isNamed(entry?.kind === 'endpoint' ? (entry.spec ?? '') : (data as string));
}

/** Whether a project's configuration is accepted: for case files that know a verdict only. */
export function configVerdict(files: FileSystem): 'valid' | 'invalid' {
  return hasErrors(loadConfig({ files }).diagnostics) ? 'invalid' : 'valid';
}

/** A fault after which the rules on one top-level key cannot read it. */
function breaksShape({ keyword, instancePath, params }: ErrorObject, key: string): boolean {
  if (keyword !== 'type' && keyword !== 'required' && keyword !== 'maxLength') return false;
  return instancePath === `/${key}` || instancePath.startsWith(`/${key}/`) || (instancePath === '' && params.missingProperty === key);
}

/** All faults of the schema but unknown keys, which are only left out. */
function isFatal(error: ErrorObject): boolean {
  const { keyword, parentSchema } = error;
  if (isUnusableBackground(error)) return false;
  return keyword !== 'if' && (keyword !== 'additionalProperties' || parentSchema?.['x-strict'] === true);
}

interface RawConfig {
  readonly root: unknown;
  readonly places: Places;
  readonly sources: readonly string[];
}

/** A configuration as it is written: every `$ref` followed, nothing judged. `files` are those that it was read from. */
export interface WrittenConfig {
  readonly value: unknown;
  readonly files: readonly string[];
}

/** `docs.json` with the files that it refers to, as plain values; undefined when one of them cannot be read to its end. */
export function readWrittenConfig(files: FileSystem): WrittenConfig | undefined {
  const { value } = readRaw(files, 'docs.json');
  return value && { value: value.root, files: value.sources };
}

/** A JSON or YAML text as a plain value; undefined unless every reader must understand it alike: repeated keys are refused too. */
export function readStrictValue(file: string, text: string): unknown {
  const { value, diagnostics } = parseSource(new SourceText(file, text));
  return value === undefined || diagnostics.length > 0 ? undefined : new Places(file).plain(value);
}

function readRaw(files: FileSystem, file: string): Result<RawConfig | undefined> {
  const source = readSource(files, file);
  if ('code' in source) return { value: undefined, diagnostics: [source] };
  const parsed = parseSource(source);
  if (parsed.value === undefined) return { value: undefined, diagnostics: parsed.diagnostics };
  const followed = followRefs(files, parsed.value);
  const diagnostics = [...parsed.diagnostics, ...followed.diagnostics];
  const { node } = followed.value;
  if (node === undefined || hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const places = new Places(file);
  return { value: { root: places.plain(node), places, sources: followed.value.files }, diagnostics };
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

/** So that a reader mends a file from top to bottom; what has the same place keeps its order. */
function byPlace({ location: a }: Diagnostic, { location: b }: Diagnostic): number {
  if (a === undefined || b === undefined) return Number(b === undefined) - Number(a === undefined);
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

function isObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
