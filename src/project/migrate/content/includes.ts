/** Files that a page includes: their text or code takes the place of the include. Works on the text with its code. */
import type { SourceSite } from '../model.ts';
import { folderOf, joinPath, type SourceFiles } from '../source-files.ts';

const maxDepth = 8;
/** Files can include one another many times. */
const maxCharacters = 1024 * 1024;

/** What expanding the includes of a file needs to know. */
interface IncludeContext {
  readonly files: SourceFiles;
  readonly site: SourceSite;
  /** Gets includes whose file or part does not exist, or that make the page too large; they stay as text. */
  readonly report: (what: string) => void;
}

/** How far the includes of a page have come. */
interface Progress {
  readonly depth: number;
  /** Of all files that the page includes. */
  readonly used: { characters: number };
}

/** An include as the author wrote it. */
interface Include {
  /** The whole text of the include. */
  readonly whole: string;
  readonly path: string;
  /** Where the file is looked for, in this order. */
  readonly folders: readonly string[];
  /** `#region`, `#heading-id`, `3-7`; the whole file without it. */
  readonly part?: string | undefined;
  readonly indent: string;
}

/** The text with its included files, whose own includes are expanded as well. `from` is the source file of the text. */
export function expandIncludes(
  text: string,
  from: string,
  context: IncludeContext,
  progress: Progress = { depth: 0, used: { characters: 0 } },
): string {
  if (progress.depth > maxDepth || progress.used.characters > maxCharacters) return text;
  const include = (written: Include): string | undefined => included(written, context, progress);
  switch (context.site.dialect) {
    case 'vitepress':
      return vitepressIncludes(text, from, context.site, include);
    case 'mkdocs':
      return mkdocsIncludes(text, context.site, include);
    case 'gitbook':
      return gitbookIncludes(text, from, context.site, include);
    default:
      return text;
  }
}

/** The content of an include at its indentation; undefined, and reported, if there is none. */
function included({ whole, path, folders, part, indent }: Include, context: IncludeContext, { depth, used }: Progress): string | undefined {
  const { files, report } = context;
  const file = folders.map((folder) => joinPath(folder, path)).find((each) => files.has(each));
  const isTooLong = used.characters > maxCharacters;
  const content = file === undefined || isTooLong ? undefined : selectPart(withoutFrontMatter(files.text(file) ?? ''), part);
  // A file without text costs time, too.
  used.characters += 100 + (content?.length ?? 0);
  if (file === undefined || content === undefined) {
    report(whole.trim());
    return undefined;
  }
  const inner = /\.(?:md|mdx)$/.test(file) ? expandIncludes(content, file, context, { depth: depth + 1, used }) : content;
  return inner
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => (line === '' ? line : indent + line))
    .join('\n');
}

type ExpandInclude = (include: Include) => string | undefined;

/** `<<< @/a.ts#region{1,3 ts}[Title]` is a code block; `<!--@include: ./a.md{3,}-->` is text. */
function vitepressIncludes(text: string, from: string, { contentFolder }: SourceSite, include: ExpandInclude): string {
  const fileAt = (path: string) =>
    path.startsWith('@/') ? { path: path.slice(2), folders: [contentFolder] } : { path, folders: [folderOf(from)] };
  return text
    .replace(
      /^([ \t]*)<<<[ \t]*([^\s{#[]+)(#[\w-]+)?[ \t]*(?:\{([^}]*)\})?[ \t]*(?:\[(.*)\])?[ \t]*$/gm,
      (whole, indent: string, path: string, part?: string, meta = '', title?: string) => {
        const code = include({ whole, ...fileAt(path), part, indent });
        if (code === undefined) return whole;
        const [, lines = '', language] = /^([\d,\s-]*)\s*([\w-]+)?/.exec(meta) ?? [];
        const info = [language ?? extensionOf(path), title && `[${title}]`, lines.trim() && `{${lines.trim()}}`].filter(Boolean).join(' ');
        const marker = code.includes('```') ? '`````' : '```';
        return `${indent}${marker}${info}\n${code}\n${indent}${marker}`;
      },
    )
    .replace(
      /^([ \t]*)<!--[ \t]*@include:[ \t]*(\S+?)(#[\w-]+)?(?:\{([\d,\s-]*)\})?[ \t]*-->[ \t]*$/gm,
      (whole, indent: string, path: string, region?: string, range?: string) =>
        include({ whole, ...fileAt(path), part: region ?? range, indent }) ?? whole,
    );
}

/** `--8<-- "a.md:3:7"` on a line, or a block with a path on each line. */
function mkdocsIncludes(text: string, { includeFolders: folders = [''] }: SourceSite, include: ExpandInclude): string {
  const expand = (whole: string, indent: string, written: string): string => {
    const [, path = '', part] = /^(.*?)(?::([\w:-]*))?$/.exec(written.trim()) ?? [];
    return include({ whole, path, folders, part: part === undefined ? undefined : mkdocsPart(part), indent }) ?? whole;
  };
  return text
    .replace(/^([ \t]*)-{1,}8<-{1,}[ \t]+(["'])([^"'\n]+)\2[ \t]*$/gm, (whole, indent: string, _, written: string) =>
      expand(whole, indent, written),
    )
    .replace(/^([ \t]*)-+8<-+[ \t]*\n([\s\S]*?)\n[ \t]*-+8<-+[ \t]*$/gm, (_, indent: string, paths: string) =>
      paths
        .split('\n')
        .filter((path) => path.trim() !== '' && !path.trim().startsWith(';'))
        .map((path) => expand(path, indent, path))
        .join('\n'),
    );
}

/** `3:7`, `:7` and `3` are lines; any other word names a section. */
function mkdocsPart(part: string): string {
  return /^[\d:]+$/.test(part) ? part.replace(/^:/, '1:').replace(':', '-') : `#${part}`;
}

/** `{% include "./a.md" %}`. */
function gitbookIncludes(text: string, from: string, { contentFolder }: SourceSite, include: ExpandInclude): string {
  const folders = [folderOf(from), contentFolder, ''];
  return text.replace(
    /^([ \t]*)\{%[ \t]*include[ \t]+["']([^"']+)["'][ \t]*%\}/gm,
    (whole, indent: string, path: string) => include({ whole, path: path.replace(/^\//, ''), folders, indent }) ?? whole,
  );
}

function withoutFrontMatter(text: string): string {
  return text.replace(/^---\n[\s\S]*?\n---\n/, '');
}

function extensionOf(path: string): string {
  return path.includes('.') ? path.slice(path.lastIndexOf('.') + 1) : '';
}

/** `#region`, `#heading-id`, `3-7`, `3,`; undefined if the region does not exist. */
function selectPart(text: string, part: string | undefined): string | undefined {
  if (part === undefined || part === '') return text;
  const lines = text.split('\n');
  if (!part.startsWith('#')) {
    const [, from = '', comma = '', to = ''] = /^(\d*)\s*([-,]?)\s*(\d*)$/.exec(part.trim()) ?? [];
    return lines.slice(from === '' ? 0 : Number(from) - 1, to === '' ? (comma === '' ? Number(from) : undefined) : Number(to)).join('\n');
  }
  const name = part.slice(1);
  const start = lines.findIndex(
    (line) => new RegExp(`(?:#?region\\b|--8<--\\s*\\[start:)\\s*${name}\\b`).test(line) && !/#?endregion/.test(line),
  );
  if (start === -1) return sectionOf(lines, name);
  const end = lines.findIndex(
    (line, at) => at > start && new RegExp(`(?:#?endregion\\b\\s*(?:${name})?|--8<--\\s*\\[end:\\s*${name}\\])`).test(line),
  );
  return lines.slice(start + 1, end === -1 ? undefined : end).join('\n');
}

/** The section below a heading with this id. */
function sectionOf(lines: readonly string[], id: string): string | undefined {
  const idOf = (line: string) =>
    /\{#([\w-]+)\}/.exec(line)?.[1] ??
    line
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replace(/\s+/g, '-');
  const start = lines.findIndex((line) => /^#{1,6} /.test(line) && idOf(line) === id);
  if (start === -1) return undefined;
  const level = /^#+/.exec(lines[start] ?? '')?.[0].length ?? 1;
  const end = lines.findIndex((line, at) => at > start && (/^(#+) /.exec(line)?.[1]?.length ?? 9) <= level);
  return lines.slice(start, end === -1 ? undefined : end).join('\n');
}
