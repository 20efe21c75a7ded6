/** Finds all references to moved files in a project: navigation, links, imports, images, settings, redirects. */

import { sep } from 'node:path';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { resolveProjectPath, withoutPageExtension } from '../../model/project-path.ts';
import { relativePath } from '../../shared/rewrite-href.ts';
import { encodePath } from '../../shared/url.ts';
import { writtenRedirects } from '../../stages/config/written-redirects.ts';
import { writtenStrings } from '../../stages/config/written-strings.ts';
import { urlOf } from '../../stages/navigation/routes.ts';
import type { CompiledSite } from '../build/compile-site.ts';
import type { LoadedSite } from '../build/load-site.ts';
import { descriptionsOf } from '../check/loaded-site-view.ts';
import { configNotEditable, redirectsElsewhere } from '../edits/errors.ts';
import type { FileMoves } from '../edits/file-moves.ts';
import { redirectEdits } from '../edits/redirect-edits.ts';
import { movedAddress, referenceEdits } from '../edits/reference-edits.ts';
import { type AddressEdit, addressEdits, type TextEdit } from '../edits/text-edits.ts';

/** Edits of one file do not overlap; unordered. */
export interface RenameEdits {
  /** File (current path) → edits; offsets include the byte order mark. */
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>;
  /** Number of added redirects. */
  readonly redirects: number;
}

/**
 * `addRedirects`: adds redirects from old to new URLs. Returns a diagnostic when docs.json cannot be edited; then
 * nothing may be changed.
 */
export function renameEdits(
  site: LoadedSite,
  compiled: Pick<CompiledSite, 'pages'>,
  moves: FileMoves,
  addRedirects: boolean,
): RenameEdits | Diagnostic {
  const { files, config } = site;
  const goalOf = goals(site);
  const linkEdits = pageLinkEdits(site, compiled, moves, goalOf);
  const configFiles = new Set(config.files);
  const scanned = new Set([...configFiles, ...descriptionsOf(site)]);
  const edits = new Map<string, TextEdit[]>();
  for (const { path } of files.list()) {
    // For a symbolic link, its target is edited.
    if (files.absolute(path)?.split(sep).join('/').endsWith(`/${path}`) !== true) continue;
    if (!scanned.has(path) && !/\.(?:mdx?|[jt]sx?|mjs|css)$/i.test(path)) continue;
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(files.read(path));
    const found = new Map<number, TextEdit>();
    const own = [
      ...addressEdits(text, linkEdits.get(path) ?? []).edits,
      ...(configFiles.has(path) ? configEdits(site, path, moves, goalOf, text.startsWith('\ufeff') ? 1 : 0) : []),
      ...referenceEdits({ file: path, text, moves, goalOf, has: files.has }),
    ];
    for (const edit of own) if (!found.has(edit.start)) found.set(edit.start, edit);
    if (found.size > 0) edits.set(path, [...found.values()]);
  }
  const moved = movedAddresses(site, moves);
  if (moved.length === 0) return { edits, redirects: 0 };
  const place = writtenRedirects(files, config.file);
  if (place === undefined) return configNotEditable(config.file);
  const added = addRedirects ? moved.map(({ from, to }) => ({ source: from, destination: encodePath(to) })) : [];
  // These had no effect because of the page; from now on the new redirects apply.
  const dead = new Set(moved.flatMap(({ from, to }) => (addRedirects ? [from, to] : [to])));
  if (!place.isJson && (added.length > 0 || place.list?.items.some(({ source }) => source !== undefined && dead.has(source))))
    return redirectsElsewhere(place.file);
  const text = files.readText(place.file);
  const shift = new TextDecoder('utf-8', { ignoreBOM: true }).decode(files.read(place.file)).startsWith('\ufeff') ? 1 : 0;
  const list = redirectEdits(text, place, added, dead).map((edit) => ({ ...edit, start: edit.start + shift, end: edit.end + shift }));
  // A removed entry includes its own edits.
  const rest = (edits.get(place.file) ?? []).filter(
    (edit) => !list.some(({ start, end }) => edit.start >= start && edit.end <= end && end > start),
  );
  edits.set(place.file, [...rest, ...list]);
  return { edits, redirects: added.length };
}

/** Old and new URL of every moved page, including external link pages. */
function movedAddresses(site: LoadedSite, moves: FileMoves): { readonly from: string; readonly to: string }[] {
  const links = [...site.sources.values()].flatMap(({ file, path, frontMatter }) => (frontMatter.url ? [{ file, url: urlOf(path) }] : []));
  return [...site.pages, ...links].flatMap(({ file, url }) => {
    if (file === undefined || !moves.has(file)) return [];
    const to = urlOf(withoutPageExtension(moves.after(file)));
    return to === url ? [] : [{ from: url, to }];
  });
}

/** Resolves URLs to pages and files of the project. */
function goals(site: LoadedSite): (fromFile: string, href: string) => string | undefined {
  return (fromFile, href) => {
    const { page, asset } = site.resolveLink(fromFile, href);
    return page?.file ?? asset;
  };
}

/** Links and images recorded by the compiler: Markdown, references, HTML, components. */
function pageLinkEdits(
  site: LoadedSite,
  compiled: Pick<CompiledSite, 'pages'>,
  moves: FileMoves,
  goalOf: (fromFile: string, href: string) => string | undefined,
): Map<string, AddressEdit[]> {
  const found = new Map<string, AddressEdit[]>();
  for (const page of site.pages) {
    if (page.file === undefined) continue;
    for (const link of compiled.pages.get(page.path)?.compiled.links ?? []) {
      const file = link.file ?? page.file;
      const to =
        link.file === undefined ? movedAddress(link.href, { file, moves, goalOf }) : inSnippet(link.href, page.file, moves, goalOf);
      if (to === undefined) continue;
      const edit = { line: link.line, column: link.column, from: link.href, to };
      const list = found.get(file) ?? [];
      found.set(file, list);
      if (!list.some((other) => other.line === edit.line && other.column === edit.column && other.from === edit.from)) list.push(edit);
    }
  }
  return found;
}

/** A relative URL in a snippet is relative to the including page: only an absolute one works in all pages. */
function inSnippet(href: string, pageFile: string, moves: FileMoves, goalOf: (fromFile: string, href: string) => string | undefined) {
  if (/^[/#?]/.test(href)) return movedAddress(href, { file: pageFile, moves, goalOf });
  const goal = goalOf(pageFile, href);
  if (goal === undefined || (!moves.has(goal) && !moves.has(pageFile))) return undefined;
  const suffix = /[?#].*$/s.exec(href)?.[0] ?? '';
  const after = moves.after(goal);
  const target = /\.mdx?$/i.test(after) ? urlOf(withoutPageExtension(after)) : `/${after}`;
  return encodePath(target) + suffix;
}

/** Keys whose value is text, or a prefix for generated URLs. */
const notPaths =
  /^(?:directory|group|tab|anchor|dropdown|product|item|name|label|title|description|content|version|language|tag|\$schema)$/;

function configEdits(
  site: LoadedSite,
  file: string,
  moves: FileMoves,
  goalOf: (fromFile: string, href: string) => string | undefined,
  shift: number,
): TextEdit[] {
  const { files, config } = site;
  const text = files.readText(file);
  return writtenStrings(files, file).flatMap(({ value, path, start, end }) => {
    const key = path.findLast((step) => typeof step === 'string') ?? '';
    const isPage = key === 'pages' || key === 'root' || (key === '' && typeof path.at(-1) === 'number');
    const to = isPage ? pageEntry(value, files.has, moves) : notPaths.test(String(key)) ? undefined : setting(value, key, file, moves);
    const written =
      to ??
      (key === 'destination' ? movedPattern(value, files.list(), moves) : undefined) ??
      (/^\.{0,2}\//.test(value) && !isPage && !notPaths.test(String(key)) && key !== 'source'
        ? movedAddress(value, { file: config.file, moves, goalOf })
        : undefined);
    const raw = text.slice(start, end);
    const at = written === undefined ? -1 : raw.indexOf(value);
    return written === undefined || at < 0 ? [] : [{ start: start + at + shift, end: start + at + value.length + shift, text: written }];
  });
}

/** `/guides/:rest*`: follows the folder if everything in it moves to one other folder. */
function movedPattern(value: string, files: readonly { readonly path: string }[], moves: FileMoves): string | undefined {
  const folder = /^\/((?:[^/:*?#]+\/)+)(?=[^/]*[:*])/.exec(value)?.[1];
  if (folder === undefined) return undefined;
  const inside = files.filter(({ path }) => path.startsWith(folder));
  const [first] = inside;
  if (first === undefined || !moves.has(first.path)) return undefined;
  const rest = first.path.slice(folder.length);
  const after = moves.after(first.path);
  const target = after.endsWith(`/${rest}`) ? after.slice(0, -rest.length) : undefined;
  if (target === undefined || inside.some(({ path }) => moves.after(path) !== target + path.slice(folder.length))) return undefined;
  return `/${target}${value.slice(folder.length + 1)}`;
}

/** `guides/start`, `/guides/start.mdx`, `guides` for `guides/index.mdx`; `api.yaml GET /users`. */
function pageEntry(value: string, has: (path: string) => boolean, moves: FileMoves): string | undefined {
  const description = /^(\S+\.(?:json|ya?ml))(\s+.*)$/s.exec(value);
  if (description) {
    const path = resolveProjectPath('', description[1] as string);
    return path !== undefined && moves.has(path) ? `${moves.after(path)}${description[2]}` : undefined;
  }
  const page = withoutPageExtension(resolveProjectPath('', value) ?? '');
  const file = ['.mdx', '.md', '/index.mdx', '/index.md', '/README.mdx', '/README.md'].map((ending) => page + ending).find(has);
  if (file === undefined || !moves.has(file)) return undefined;
  const isFolder = withoutPageExtension(file) !== page;
  const after = withoutPageExtension(moves.after(file));
  const extension = /\.mdx?$/i.exec(value)?.[0] ?? '';
  return `${/^\.?\//.exec(value)?.[0] ?? ''}${isFolder ? after.replace(/\/(?:index|README)$/, '') : after}${extension}`;
}

/**
 * A path to a file without a leading slash: `$ref` relative to its own file, everything else relative to the docs
 * folder.
 */
function setting(value: string, key: string | number, file: string, moves: FileMoves): string | undefined {
  if (key === '$ref') {
    const target = resolveProjectPath(file, value);
    if (target === undefined || !(moves.has(target) || moves.has(file))) return undefined;
    const relative = relativePath(moves.after(file), moves.after(target));
    return relative.startsWith('../') ? relative : `./${relative}`;
  }
  const path = resolveProjectPath('', value);
  if (path === undefined || !moves.has(path)) return undefined;
  return `${/^\.?\//.exec(value)?.[0] ?? ''}${moves.after(path)}`;
}
