/**
 * Checks an agent's changes before they are committed. It looks only at the resulting tree, not at the agent's
 * output. The site settings of the parent commit and of the result are compared.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ChangedFile } from '../../../model/agent/job.ts';
import { shortened } from '../../../model/shorten.ts';
import { readStrictValue } from '../../../stages/config/index.ts';
import { parseFrontMatter } from '../../../stages/content/front-matter.ts';
import { scriptInSvg } from '../../../stages/content/svg-script.ts';
import { type CacheRepository, offline } from '../git/cache-repository.ts';
import { git } from '../git/hardened-git.ts';
import { readCommitted, type TreeChange, type WorkTree } from '../git/work-tree.ts';
import { addsSecret, hiddenCharacterLines, type Secrets } from '../runner/secrets.ts';
import { browserCodeLines } from './browser-code.ts';
import { descriptionProblem } from './description-rules.ts';
import { type ChangePolicy, checkPath, checkWrite, isInSnippets } from './path-rules.ts';
import { importedData, isNextToPart, partProblem, partsOfDescriptions } from './site-parts.ts';
import {
  fileOf,
  guardedChanges,
  guardedTags,
  hasOwnPlugins,
  isNamed,
  namedDescriptions,
  readSiteSettings,
  routeOf,
  type SiteSettings,
} from './site-settings.ts';

/** Limits of one turn: the number of changed files, and the bytes of each. */
export interface ChangeLimits {
  readonly files: number;
  readonly fileBytes: number;
}

/** A file and some of its line numbers. */
export interface ReviewLines {
  readonly path: string;
  readonly lines: readonly number[];
}

/** The result for a whole change, which is delivered or rejected as a whole. */
export interface PolicyResult {
  /** Paths with reasons. If there are any, nothing is committed. */
  readonly violations: readonly string[];
  /** New hidden characters, for the reviewer. */
  readonly hiddenCharacters: readonly ReviewLines[];
  /** New code, for the reviewer. It runs in the sandbox of the build and may run in the browsers of readers. */
  readonly code: readonly ReviewLines[];
}

/** Violations beyond this are counted but not listed, because people read the message. */
const maxListed = 100;

/** Larger files are not texts that people read. */
const maxMarkedBytes = 5_000_000;

interface LineMarks {
  readonly hiddenCharacters: ReviewLines[];
  readonly code: ReviewLines[];
}

/** What the files of one change are compared with. */
interface Comparison extends LineMarks {
  readonly tree: WorkTree;
  readonly policy: ChangePolicy;
  readonly secrets: Secrets;
  readonly before: SiteSettings;
  readonly after: SiteSettings;
  readonly named: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** Files that are parts of API descriptions. */
  readonly parts: { readonly before: ReadonlySet<string>; readonly after: ReadonlySet<string> };
  /** Data files that pages and snippets import. */
  readonly imported: { readonly before: ReadonlySet<string>; readonly after: ReadonlySet<string> };
  /** Deleted pages by route. */
  readonly gone: ReadonlyMap<string, { readonly path: string; readonly text: string }>;
}

/** The old and new bytes of a changed file; empty when it does not exist. */
interface Contents {
  readonly change: TreeChange;
  readonly before: Buffer;
  readonly now: Buffer;
}

/** If there are more files than allowed, they are not checked individually. A secret counts only if the file did not contain it before. */
export async function checkChanges(
  tree: WorkTree,
  changes: readonly TreeChange[],
  limits: ChangeLimits,
  secrets: Secrets,
  policy: ChangePolicy,
): Promise<PolicyResult> {
  const none = { hiddenCharacters: [], code: [] };
  if (changes.length > limits.files)
    return { violations: [`${changes.length} files were changed; at most ${limits.files} are allowed`], ...none };
  const violations: string[] = [];
  const refuse = (path: string, reason: string) => violations.push(`${shortened(secrets.redact(path), 200)}: ${reason}`);
  const plain: TreeChange[] = [];
  for (const change of changes) {
    const reason = refusalOf(tree, change, limits);
    if (reason === undefined) plain.push(change);
    else refuse(change.path, reason);
  }
  const comparison = await openComparison(tree, plain, secrets, policy);
  for (const change of plain) {
    const reason = refusalOfContent(comparison, await contentsOf(tree, change));
    if (reason !== undefined) refuse(change.path, reason);
  }
  for (const reason of refusalsOfSettings(comparison, plain)) refuse('docs.json', reason);
  const listed = violations.slice(0, maxListed);
  if (violations.length > maxListed) listed.push(`and ${violations.length - maxListed} more`);
  return { violations: listed, hiddenCharacters: comparison.hiddenCharacters, code: comparison.code };
}

async function openComparison(tree: WorkTree, plain: readonly TreeChange[], secrets: Secrets, policy: ChangePolicy): Promise<Comparison> {
  const original = new Map<string, string | undefined>();
  for (const change of plain)
    if (/\.(?:jsonc?|json5|ya?ml|mdx?|[jt]sx)$/i.test(change.path))
      original.set(change.path, change.entry && (await contentsOf(tree, change)).before.toString('utf8'));
  const textNow = (path: string) => (isInTree(tree, path, plain) ? readFileSync(join(tree.folder, path), 'utf8') : undefined);
  const textBefore = (path: string) => (original.has(path) ? original.get(path) : textNow(path));
  const [before, after] = [readSiteSettings(textBefore), readSiteSettings(textNow)];
  const files = {
    before: [...tree.checkedOut.keys()],
    after: [...new Set([...tree.checkedOut.keys(), ...plain.map(({ path }) => path)])].filter((path) => isInTree(tree, path, plain)),
  };
  // Unchanged pages are read only if a data file changed, to find what they import.
  const hasData = [...original.keys()].some((path) => path !== 'docs.json' && dataFile.test(path));
  const namesOf = (paths: readonly string[], textOf: (path: string) => string | undefined) =>
    paths.filter((path) => hasData && /\.mdx?$/i.test(path)).flatMap((path) => namesInPage(path, textOf(path) ?? ''));
  const named = {
    before: [...namedDescriptions(before), ...namesOf(files.before, textBefore)],
    after: [...namedDescriptions(after), ...namesOf(files.after, textNow)],
  };
  const none = { before: new Set<string>(), after: new Set<string>() };
  const gone = new Map<string, { readonly path: string; readonly text: string }>();
  for (const { path, found } of plain)
    if (found === 'nothing' && /\.mdx?$/i.test(path)) gone.set(routeOf(path), { path, text: original.get(path) ?? '' });
  return {
    tree,
    policy,
    secrets,
    before,
    after,
    named,
    parts: hasData
      ? {
          before: partsOfDescriptions(named.before, files.before, textBefore),
          after: partsOfDescriptions(named.after, files.after, textNow),
        }
      : none,
    imported: hasData ? { before: importedData(files.before, textBefore), after: importedData(files.after, textNow) } : none,
    gone,
    hiddenCharacters: [],
    code: [],
  };
}

const dataFile = /\.(?:jsonc?|json5|ya?ml)$/i;

/** Whether there is a plain file at this path of the result. Links are not followed, and paths that the tree leaves out are not read. */
function isInTree(tree: WorkTree, path: string, plain: readonly TreeChange[]): boolean {
  const change = plain.find((each) => each.path === path);
  return change ? change.found === 'file' : tree.checkedOut.has(path);
}

async function contentsOf(tree: WorkTree, change: TreeChange): Promise<Contents> {
  return {
    change,
    before: change.entry
      ? await git(['cat-file', 'blob', tree.baseline?.get(change.path) ?? change.entry.object], offline(tree.cache))
      : Buffer.alloc(0),
    now: change.found === 'nothing' ? Buffer.alloc(0) : readFileSync(join(tree.folder, change.path)),
  };
}

/** The API descriptions that the front matter of a page names. */
function namesInPage(path: string, text: string): string[] {
  if (!/^\s*---/.test(text.slice(0, 1000).replace(/^\uFEFF/, ''))) return [];
  const { frontMatter } = parseFrontMatter(text, path).value;
  return [frontMatter.openapi, frontMatter.openapiSchema, frontMatter.asyncapi]
    .flatMap((written) => (written === undefined ? [] : [fileOf(written)]))
    .filter((name) => /\.(?:json|ya?ml)$/i.test(name));
}

/** The checks that do not read the file. */
function refusalOf(tree: WorkTree, change: TreeChange, limits: ChangeLimits): string | undefined {
  const checked = checkPath(change.path);
  if ('refused' in checked) return checked.refused;
  if (change.found === 'link') return 'is a symbolic link';
  if (change.found === 'other') return 'is not a plain file, or its name is not UTF-8';
  if (change.bytes > limits.fileBytes) return `is ${change.bytes} bytes; at most ${limits.fileBytes} are allowed`;
  for (let path = change.path; path !== ''; path = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '') {
    const mode = tree.entries.get(path)?.mode;
    if (mode === '120000') return 'is a symbolic link of the repository, or is in one';
    if (mode === '160000') return 'is a submodule, or is in one';
  }
  return undefined;
}

function refusalOfContent(comparison: Comparison, { change, before, now }: Contents): string | undefined {
  const { policy, secrets } = comparison;
  const { path } = change;
  const isGone = change.found === 'nothing';
  const wasDescription = change.entry !== undefined && (isNamed(path, comparison.named.before) || comparison.parts.before.has(path));
  const checked = checkWrite(path, policy, wasDescription);
  if ('refused' in checked) return checked.refused;
  const text = now.toString('utf8');
  const was = before.toString('utf8');
  if (checked.kind === 'data') {
    const reason = refusalOfData(comparison, path, { isGone, text, was: change.entry && was });
    if (reason !== undefined) return reason;
  }
  if (checked.kind === 'script' && (hasOwnPlugins(comparison.before) || hasOwnPlugins(comparison.after)))
    return 'may be part of a plugin of the site, which runs in Node.js; only people may change it';
  if (checked.kind === 'media' && /\.svg$/i.test(path) && !isGone) {
    const running = scriptInSvg(now);
    if (running !== undefined && (!change.entry || scriptInSvg(before) === undefined))
      return `is an image that runs code when it is opened: ${running.what}`;
  }
  if (checked.kind === 'page' && !policy.allow.includes('access')) {
    const reason = isGone ? undefined : refusalOfReaders(path, change.entry ? was : earlierText(comparison, path, text), text);
    if (reason !== undefined) return reason;
  }
  if (checked.kind === 'page' && !isGone && !policy.allow.includes('settings')) {
    const reason = refusalOfTags(path, change.entry && was, text);
    if (reason !== undefined) return reason;
  }
  const [oldBytes, newBytes] = [before.toString('latin1'), now.toString('latin1')];
  if (addsSecret(newBytes, oldBytes) || (secrets.holds(newBytes) && !secrets.holds(oldBytes)))
    return 'contains something that looks like a secret';
  mark(comparison, path, was, text);
  return undefined;
}

/** Records the new lines of a file that a reviewer should look at. */
function mark(marks: LineMarks, path: string, before: string, text: string): void {
  if (text.includes('\0')) return;
  const oldLines = new Set(before.split('\n'));
  const written = text.split('\n');
  const isNew = (line: number) => !oldLines.has(written[line - 1] ?? '');
  const hidden = hiddenCharacterLines(text).filter(isNew);
  if (hidden.length > 0) marks.hiddenCharacters.push({ path, lines: hidden });
  if (!/\.(?:mdx?|[jt]sx|js)$/i.test(path)) return;
  const lines = browserCodeLines(text, /\.mdx?$/i.test(path)).filter(isNew);
  if (lines.length > 0) marks.code.push({ path, lines });
}

/** Returns the same marks for an existing commit. Paths are relative to the repository. */
export async function reviewLinesOf(
  cache: CacheRepository,
  base: string,
  commit: string,
  files: readonly ChangedFile[],
): Promise<Pick<PolicyResult, 'hiddenCharacters' | 'code'>> {
  const marks: LineMarks = { hiddenCharacters: [], code: [] };
  for (const { path } of files) {
    const text = await readCommitted(cache, commit, path, maxMarkedBytes);
    if (text !== undefined) mark(marks, path, (await readCommitted(cache, base, path, maxMarkedBytes)) ?? '', text);
  }
  return marks;
}

/**
 * Checks changed data files. Allowed are API descriptions that docs.json names, their parts, the files that docs.json refers to, and
 * files that pages import. A removed or replaced file must have been one of these before.
 */
function refusalOfData(
  { before, after, named, parts, imported }: Comparison,
  path: string,
  { isGone, text, was }: { readonly isGone: boolean; readonly text: string; readonly was: string | undefined },
): string | undefined {
  const isDescribed = isNamed(path, isGone ? named.before : named.after);
  const isPart = (isGone ? before : after).files.has(path);
  if (isPart && before.files.has(path) && !isDescribed) return undefined;
  if (parts.before.has(path)) return isGone ? undefined : partProblem(path, text, was);
  if (imported.before.has(path)) return isGone || readStrictValue(path, text) !== undefined ? undefined : 'cannot be read as JSON';
  if (was === undefined && !isDescribed) {
    if (parts.after.has(path) && isNextToPart(path, parts.before)) return partProblem(path, text, undefined);
    if (imported.after.has(path) && isInSnippets(path))
      return readStrictValue(path, text) === undefined ? 'cannot be read as JSON' : undefined;
  }
  if (!isDescribed) return 'is a data file; agents may change only docs.json and the API descriptions that it names';
  if (isGone) return descriptionProblem(path, was ?? '', was);
  // A file that was something else before is not part of the documentation, even if docs.json names it now.
  if (was !== undefined && !isNamed(path, named.before) && descriptionProblem(path, was, undefined) !== undefined)
    return 'was not an API description before; agents may change only data files that docs.json names as API descriptions';
  return descriptionProblem(path, text, was);
}

/** The text to compare a new page with: that of the page with the same route, or of a deleted page whose text it contains. */
function earlierText({ tree, gone }: Comparison, path: string, text: string): string | undefined {
  const route = routeOf(path);
  const replaced = gone.get(route);
  if (replaced) return replaced.text;
  for (const candidate of [`${route}.mdx`, `${route}.md`, `${route}/index.mdx`, `${route}/index.md`])
    if (candidate !== path && tree.checkedOut.has(candidate)) return readFileSync(join(tree.folder, candidate), 'utf8');
  const lines = new Set(linesOf(path, text));
  for (const page of gone.values()) {
    const was = linesOf(page.path, page.text);
    if (was.length > 0 && was.filter((line) => lines.has(line)).length * 2 >= was.length) return page.text;
  }
  return undefined;
}

/** The non-blank lines of a page, without front matter. */
function linesOf(path: string, text: string): string[] {
  const { body } = parseFrontMatter(text, path).value;
  return body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Only people decide who may read a page. */
function refusalOfReaders(path: string, was: string | undefined, now: string): string | undefined {
  if (was === undefined) return undefined;
  const readers = (text: string) => {
    const { frontMatter } = parseFrontMatter(text, path).value;
    // With a playground for signed-in readers, `groups` restricts the playground instead of the page.
    return { isPublic: frontMatter.public, groups: frontMatter.groups, hasOwnPlayground: frontMatter.playground === 'auth' };
  };
  const [before, is] = [readers(was), readers(now)];
  const isWider = (is.isPublic === true && before.isPublic !== true) || (before.isPublic === false && is.isPublic !== false);
  const hasMoved = before.groups !== undefined && before.hasOwnPlayground !== is.hasOwnPlayground;
  if (isWider || hasMoved || !isDeepStrictEqual(is.groups, before.groups))
    return 'changes who may read the page ("public", "groups", "playground"); the project does not allow "access"';
  return undefined;
}

/** Front matter can contain any meta tag of a page, so it must not be a way around the rule for `seo.metatags`. */
function refusalOfTags(path: string, was: string | undefined, now: string): string | undefined {
  const tags = (text: string) => guardedTags(parseFrontMatter(text, path).value.frontMatter.meta);
  const known = new Set(was === undefined ? [] : tags(was));
  const [added] = tags(now).filter((tag) => !known.has(tag));
  return added === undefined ? undefined : `sets the guarded meta tag ${added}; the project does not allow "settings"`;
}

function refusalsOfSettings({ tree, policy, before, after }: Comparison, plain: readonly TreeChange[]): string[] {
  const isTouched = plain.some(({ path }) => before.files.has(path) || after.files.has(path));
  if (!isTouched || plain.some(({ path, found }) => path === 'docs.json' && found === 'nothing' && before.value === undefined)) return [];
  if (before.value === undefined) return [];
  if (after.value === undefined) return ['cannot be read after the change, so its settings cannot be compared'];
  const routes = new Set([...tree.entries.keys()].filter((path) => /\.mdx?$/i.test(path)).map(routeOf));
  return guardedChanges(before, after, routes)
    .filter(({ allowance }) => allowance === undefined || !policy.allow.includes(allowance))
    .map(({ setting, allowance }) =>
      allowance === undefined
        ? `changes "${setting}"; only people may change which plugins run`
        : `changes "${setting}"; the project does not allow "${allowance}"`,
    );
}
