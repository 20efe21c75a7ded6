/** Finds all references to moved files in a project: navigation, links, imports, images, settings, redirects. */

import { sep } from 'node:path';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Page } from '../../model/page.ts';
import { resolveProjectPath, withoutPageExtension } from '../../model/project-path.ts';
import { relativePath } from '../../shared/rewrite-href.ts';
import { encodePath } from '../../shared/url.ts';
import { writtenRedirects } from '../../stages/config/written-redirects.ts';
import { writtenStrings } from '../../stages/config/written-strings.ts';
import { urlOf } from '../../stages/navigation/routes.ts';
import type { CompiledSite } from '../build/compile-site.ts';
import type { LoadedSite } from '../build/load-site.ts';
import type { CompiledEntry } from '../build/pages/page-builder.ts';
import { descriptionsOf } from '../check/loaded-site-view.ts';
import { configNotEditable, redirectsElsewhere } from '../edits/errors.ts';
import type { FileMoves } from '../edits/file-moves.ts';
import { redirectEdits } from '../edits/redirect-edits.ts';
import { movedAddress, type ReferenceEdit, referenceEdits } from '../edits/reference-edits.ts';
import { type AddressEdit, locateAddresses, type TextEdit } from '../edits/text-edits.ts';

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
  const scan = new ReferenceScan(site, moves);
  const links = new Map<string, LinkEdit[]>();
  for (const page of site.pages) {
    for (const [file, own] of scan.linksOf(page, compiled.pages.get(page.path))) links.set(file, [...(links.get(file) ?? []), ...own]);
  }
  const edits = new Map<string, readonly TextEdit[]>();
  for (const path of scan.files()) {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(files.read(path));
    const found = scan.editsOf(path, text, links.get(path) ?? []);
    if (found.length > 0) edits.set(path, found);
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

/** A link that the compiler recorded, and the project file that it leads to. */
export interface LinkEdit extends AddressEdit {
  readonly goal: string;
}

/** Finds what moves would change, file by file. One instance for one state of the site. */
export class ReferenceScan {
  readonly #site: LoadedSite;
  readonly #moves: FileMoves;
  readonly #configFiles: ReadonlySet<string>;
  /** Resolved URLs: the same links are on many pages. */
  readonly #goals = new Map<string, string | undefined>();

  constructor(site: LoadedSite, moves: FileMoves) {
    this.#site = site;
    this.#moves = moves;
    this.#configFiles = new Set(site.config.files);
  }

  /** The files that can have references. For a symbolic link, its target is edited. */
  files(): string[] {
    const { files } = this.#site;
    const scanned = new Set([...this.#configFiles, ...descriptionsOf(this.#site)]);
    return files.list().flatMap(({ path }) => {
      if (!scanned.has(path) && !/\.(?:mdx?|[jt]sx?|mjs|css)$/i.test(path)) return [];
      return files.absolute(path)?.split(sep).join('/').endsWith(`/${path}`) === true ? [path] : [];
    });
  }

  /** Links and images of a page that the compiler recorded, by the file that contains them: Markdown, HTML, components. */
  linksOf(page: Page, entry: CompiledEntry | undefined): Map<string, LinkEdit[]> {
    const found = new Map<string, LinkEdit[]>();
    if (page.file === undefined) return found;
    for (const { href, line, column, file = page.file } of entry?.compiled.links ?? []) {
      const moved =
        file === page.file
          ? movedAddress(href, { file, moves: this.#moves, goalOf: this.#goalOf })
          : inSnippet(href, page.file, this.#moves, this.#goalOf);
      if (moved === undefined) continue;
      const list = found.get(file) ?? [];
      found.set(file, list);
      list.push({ line, column, from: href, to: moved.text, goal: moved.goal });
    }
    return found;
  }

  /**
   * The edits of one file, with the offsets of `text`, which may start with a byte order mark. `links` are those that `linksOf` found in
   * it, in all pages.
   */
  editsOf(path: string, text: string, links: readonly LinkEdit[]): ReferenceEdit[] {
    const { files } = this.#site;
    const unique = [...new Map(links.map((link) => [`${link.line} ${link.column} ${link.from}`, link])).values()];
    const own = [
      ...locateAddresses(text, unique).found.map(({ start, address: { from, to, goal } }) => ({
        start,
        end: start + from.length,
        text: to,
        goal,
      })),
      ...(this.#configFiles.has(path) ? configEdits(this.#site, path, this.#moves, this.#goalOf, text.startsWith('\ufeff') ? 1 : 0) : []),
      ...referenceEdits({ file: path, text, moves: this.#moves, goalOf: this.#goalOf, has: files.has }),
    ];
    const found = new Map<number, ReferenceEdit>();
    for (const edit of own) if (!found.has(edit.start)) found.set(edit.start, edit);
    return [...found.values()];
  }

  readonly #goalOf = (fromFile: string, href: string): string | undefined => {
    const key = href.startsWith('/') ? href : `${fromFile}\n${href}`;
    if (!this.#goals.has(key)) {
      const { page, asset } = this.#site.resolveLink(fromFile, href);
      this.#goals.set(key, page?.file ?? asset);
    }
    return this.#goals.get(key);
  };
}

type GoalOf = (fromFile: string, href: string) => string | undefined;

/** What a reference becomes, and the file that it leads to. */
type Moved = Pick<ReferenceEdit, 'text' | 'goal'>;

/** A relative URL in a snippet is relative to the including page: only an absolute one works in all pages. */
function inSnippet(href: string, pageFile: string, moves: FileMoves, goalOf: GoalOf): Moved | undefined {
  if (/^[/#?]/.test(href)) return movedAddress(href, { file: pageFile, moves, goalOf });
  const goal = goalOf(pageFile, href);
  if (goal === undefined || (!moves.has(goal) && !moves.has(pageFile))) return undefined;
  const suffix = /[?#].*$/s.exec(href)?.[0] ?? '';
  const after = moves.after(goal);
  const target = /\.mdx?$/i.test(after) ? urlOf(withoutPageExtension(after)) : `/${after}`;
  return { text: encodePath(target) + suffix, goal };
}

/** Keys whose value is text, or a prefix for generated URLs. */
const notPaths =
  /^(?:directory|group|tab|anchor|dropdown|product|item|name|label|title|description|content|version|language|tag|\$schema)$/;

function configEdits(site: LoadedSite, file: string, moves: FileMoves, goalOf: GoalOf, shift: number): ReferenceEdit[] {
  const { files, config } = site;
  const text = files.readText(file);
  return writtenStrings(files, file).flatMap(({ value, path, start, end }) => {
    const key = path.findLast((step) => typeof step === 'string') ?? '';
    const isPage = key === 'pages' || key === 'root' || (key === '' && typeof path.at(-1) === 'number');
    const to = isPage ? pageEntry(value, files.has, moves) : notPaths.test(String(key)) ? undefined : setting(value, key, file, moves);
    const moved =
      to ??
      (key === 'destination' ? movedPattern(value, files.list(), moves) : undefined) ??
      (/^\.{0,2}\//.test(value) && !isPage && !notPaths.test(String(key)) && key !== 'source'
        ? movedAddress(value, { file: config.file, moves, goalOf })
        : undefined);
    const raw = text.slice(start, end);
    const at = moved === undefined ? -1 : raw.indexOf(value);
    return moved === undefined || at < 0 ? [] : [{ start: start + at + shift, end: start + at + value.length + shift, ...moved }];
  });
}

/** `/guides/:rest*`: follows the folder if everything in it moves to one other folder. */
function movedPattern(value: string, files: readonly { readonly path: string }[], moves: FileMoves): Moved | undefined {
  const folder = /^\/((?:[^/:*?#]+\/)+)(?=[^/]*[:*])/.exec(value)?.[1];
  if (folder === undefined) return undefined;
  const inside = files.filter(({ path }) => path.startsWith(folder));
  const [first] = inside;
  if (first === undefined || !moves.has(first.path)) return undefined;
  const rest = first.path.slice(folder.length);
  const after = moves.after(first.path);
  const target = after.endsWith(`/${rest}`) ? after.slice(0, -rest.length) : undefined;
  if (target === undefined || inside.some(({ path }) => moves.after(path) !== target + path.slice(folder.length))) return undefined;
  return { text: `/${target}${value.slice(folder.length + 1)}`, goal: folder };
}

/** `guides/start`, `/guides/start.mdx`, `guides` for `guides/index.mdx`; `api.yaml GET /users`. */
function pageEntry(value: string, has: (path: string) => boolean, moves: FileMoves): Moved | undefined {
  const description = /^(\S+\.(?:json|ya?ml))(\s+.*)$/s.exec(value);
  if (description) {
    const path = resolveProjectPath('', description[1] as string);
    return path !== undefined && moves.has(path) ? { text: `${moves.after(path)}${description[2]}`, goal: path } : undefined;
  }
  const page = withoutPageExtension(resolveProjectPath('', value) ?? '');
  const file = ['.mdx', '.md', '/index.mdx', '/index.md', '/README.mdx', '/README.md'].map((ending) => page + ending).find(has);
  if (file === undefined || !moves.has(file)) return undefined;
  const isFolder = withoutPageExtension(file) !== page;
  const after = withoutPageExtension(moves.after(file));
  const extension = /\.mdx?$/i.exec(value)?.[0] ?? '';
  return {
    text: `${/^\.?\//.exec(value)?.[0] ?? ''}${isFolder ? after.replace(/\/(?:index|README)$/, '') : after}${extension}`,
    goal: file,
  };
}

/**
 * A path to a file without a leading slash: `$ref` relative to its own file, everything else relative to the docs
 * folder.
 */
function setting(value: string, key: string | number, file: string, moves: FileMoves): Moved | undefined {
  if (key === '$ref') {
    const target = resolveProjectPath(file, value);
    if (target === undefined || !(moves.has(target) || moves.has(file))) return undefined;
    const relative = relativePath(moves.after(file), moves.after(target));
    return { text: relative.startsWith('../') ? relative : `./${relative}`, goal: target };
  }
  const path = resolveProjectPath('', value);
  if (path === undefined || !moves.has(path)) return undefined;
  return { text: `${/^\.?\//.exec(value)?.[0] ?? ''}${moves.after(path)}`, goal: path };
}
