/** Loads docs.json (or a legacy mint.json) into a SiteConfig, and reports all its problems. */
import { serialize } from 'node:v8';
import type { ErrorObject } from 'ajv';
import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import type { FileSystem } from '../../model/file-system.ts';
import { findForeignSite } from '../../model/foreign-tool.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import { SourceText } from '../../model/source-text.ts';
import type { DocsJson } from './docs-json.ts';
import { fromFolders, legacy, missing, otherTool } from './errors.ts';
import { explain, isUnusableBackground } from './explain.ts';
import { folderConfig } from './folder-config.ts';
import { generatedReferences } from './generated-references.ts';
import { ConfigLocations, type PlainObject } from './locations.ts';
import { migrateMintJson } from './migrate/migrate.ts';
import { notYet } from './not-yet.ts';
import { replaceOldEntryKeys } from './old-entry-keys.ts';
import { parsePageEntry } from './page-entry.ts';
import { readSource } from './read-source.ts';
import { resolveConfig } from './resolve.ts';
import { parseSource, resolveRefs } from './resolve-refs.ts';
import { checkAuth } from './rules/auth-rules.ts';
import { formats } from './rules/formats.ts';
import { checkGrammars } from './rules/grammar-rules.ts';
import { checkNavigation } from './rules/navigation-rules.ts';
import { checkRedirects } from './rules/redirect-rules.ts';
import { checkSite } from './rules/site-rules.ts';
import { schemaErrors } from './schema.ts';
import { checkSecrets, maskSecrets } from './secrets.ts';

/** The project, and where its site will be published. */
export interface LoadConfigOptions {
  readonly files: FileSystem;
  /** URL prefix of the built site (`--base`). */
  readonly base?: string;
  /**
   * Whether the user allowed the host of this URL on the command line: a description may then be on it even if it is
   * private.
   */
  readonly isNamed?: (url: string) => boolean;
  /** Absent = every configuration is compared with the schema. */
  readonly valid?: ValidConfigs;
}

/** Configurations that the schema accepts, as bytes, so that the schema need not be loaded again. */
export interface ValidConfigs {
  has(config: Buffer): boolean;
  add(config: Buffer): void;
}

/** The configuration of a project; undefined when errors make it unusable. */
export function loadConfig({ files, base = '', isNamed = () => false, valid }: LoadConfigOptions): Result<SiteConfig | undefined> {
  const file = ['docs.json', 'mint.json'].find((name) => files.has(name));
  if (file === undefined) return loadWithoutFile(files, base);
  const raw = readRaw(files, file);
  if (raw.value === undefined) return { value: undefined, diagnostics: raw.diagnostics };
  const { places, sources } = raw.value;
  // Lists are concatenated, never spread into a call: a hostile file can cause more problems than a call accepts
  // arguments.
  const found: (readonly Diagnostic[])[] = [raw.diagnostics];

  let { root } = raw.value;
  if (file === 'mint.json' && isObject(root)) {
    const { docsJson, notices } = migrateMintJson(root);
    root = docsJson;
    found.push([legacy(file, notices)]);
  }
  if (isObject(root)) found.push(replaceOldEntryKeys(root.navigation, places));
  const secrets = checkSecrets(root, places);
  const errors = errorsOf(root, valid).filter((error) => !refusesNamed(error, isNamed));
  found.push(secrets, explain(errors, root, places));
  // Each rule runs when the schema accepted the part that it reads, whatever is wrong elsewhere.
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

function errorsOf(root: unknown, valid: ValidConfigs | undefined): readonly ErrorObject[] {
  const bytes = valid && bytesOf(root);
  if (bytes && valid?.has(bytes)) return [];
  const errors = schemaErrors(root);
  if (bytes && errors.length === 0) valid?.add(bytes);
  return errors;
}

/** Unlike JSON, it tells all numbers apart. Undefined for a value that is nested too deeply. */
function bytesOf(root: unknown): Buffer | undefined {
  try {
    return serialize(root);
  } catch {
    return undefined;
  }
}

/** A folder without docs.json: a site of another tool is refused with the command that converts it; Markdown files are a site. */
function loadWithoutFile(files: FileSystem, base: string): Result<SiteConfig | undefined> {
  const foreign = findForeignSite(files);
  if (foreign !== undefined) return { value: undefined, diagnostics: [otherTool(foreign, files.folder)] };
  const root = folderConfig(files);
  if (root === undefined) return { value: undefined, diagnostics: [missing(files.folder)] };
  const places = new ConfigLocations('docs.json');
  const config = resolveConfig(root as DocsJson & PlainObject, {
    file: 'docs.json',
    files: ['docs.json'],
    base,
    withoutRedirects: new Set(),
    places,
  });
  return { value: config, diagnostics: [fromFolders(files.folder)] };
}

/** The only problem of a description URL is a private host, which the user allowed. */
function refusesNamed({ keyword, params, data }: ErrorObject, isNamed: (url: string) => boolean): boolean {
  if (keyword !== 'format' || formats.get(params.format)?.(data as string, '')?.code !== 'config/remote-denied') return false;
  const entry = params.format === 'docsgen-page' ? parsePageEntry(data as string) : undefined;
  return isNamed(entry?.kind === 'endpoint' ? (entry.spec ?? '') : (data as string));
}

/** Whether a project's configuration is accepted, for test cases that expect only a verdict. */
export function configStatus(files: FileSystem): 'valid' | 'invalid' {
  return hasErrors(loadConfig({ files }).diagnostics) ? 'invalid' : 'valid';
}

/** An error that makes one top-level key unreadable for the rules. */
function breaksShape({ keyword, instancePath, params }: ErrorObject, key: string): boolean {
  if (keyword !== 'type' && keyword !== 'required' && keyword !== 'maxLength') return false;
  return instancePath === `/${key}` || instancePath.startsWith(`/${key}/`) || (instancePath === '' && params.missingProperty === key);
}

/** All schema errors except unknown keys, which are ignored. */
function isFatal(error: ErrorObject): boolean {
  const { keyword, parentSchema } = error;
  if (isUnusableBackground(error)) return false;
  return keyword !== 'if' && (keyword !== 'additionalProperties' || parentSchema?.['x-strict'] === true);
}

interface RawConfig {
  readonly root: unknown;
  readonly places: ConfigLocations;
  readonly sources: readonly string[];
}

/** A configuration as written: every `$ref` followed, nothing validated. `files` are its source files. */
export interface WrittenConfig {
  readonly value: unknown;
  readonly files: readonly string[];
}

/**
 * `docs.json` with the files that it refers to, as plain values; undefined when one of them cannot be parsed
 * completely.
 */
export function readWrittenConfig(files: FileSystem): WrittenConfig | undefined {
  const { value } = readRaw(files, 'docs.json');
  return value && { value: value.root, files: value.sources };
}

/**
 * A JSON or YAML text as a plain value; undefined for invalid text and for repeated keys, which parsers treat
 * differently.
 */
export function readStrictValue(file: string, text: string): unknown {
  const { value, diagnostics } = parseSource(new SourceText(file, text));
  return value === undefined || diagnostics.length > 0 ? undefined : new ConfigLocations(file).plain(value);
}

function readRaw(files: FileSystem, file: string): Result<RawConfig | undefined> {
  const source = readSource(files, file);
  if ('code' in source) return { value: undefined, diagnostics: [source] };
  const parsed = parseSource(source);
  if (parsed.value === undefined) return { value: undefined, diagnostics: parsed.diagnostics };
  const followed = resolveRefs(files, parsed.value);
  const diagnostics = [...parsed.diagnostics, ...followed.diagnostics];
  const { node } = followed.value;
  if (node === undefined || hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const places = new ConfigLocations(file);
  return { value: { root: places.plain(node), places, sources: followed.value.files }, diagnostics };
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

/** Sorts by position, so that authors can fix a file from top to bottom. The order is stable. */
function byPlace({ location: a }: Diagnostic, { location: b }: Diagnostic): number {
  if (a === undefined || b === undefined) return Number(b === undefined) - Number(a === undefined);
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

function isObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
