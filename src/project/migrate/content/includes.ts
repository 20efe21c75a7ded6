/** Files that a page includes: their text or code takes the place of the include. Works on the text with its code. */
import type { SourceSite } from '../model.ts';
import { folderOf, joinPath, type SourceFiles } from '../source-files.ts';

const maxDepth = 8;
/** Files can include one another many times. */
const maxCharacters = 1024 * 1024;

/** `report` gets includes whose file does not exist, or that make the page too large; they stay as text. */
export function expandIncludes(
  text: string,
  from: string,
  { files, site, report }: { readonly files: SourceFiles; readonly site: SourceSite; readonly report: (what: string) => void },
  depth = 0,
  used = { characters: 0 },
): string {
  if (depth > maxDepth || used.characters > maxCharacters) return text;
  const find = (written: string, folders: readonly string[]): string | undefined =>
    folders.map((folder) => joinPath(folder, written)).find((path) => files.has(path));
  const include = (written: string, folders: readonly string[], part: string | undefined, whole: string, indent = ''): string => {
    const file = find(written, folders);
    const content =
      file === undefined || used.characters > maxCharacters ? undefined : selectPart(withoutFrontMatter(files.text(file) ?? ''), part);
    // A file without text costs time, too.
    used.characters += 100 + (content?.length ?? 0);
    if (file === undefined || content === undefined) {
      report(whole.trim());
      return whole;
    }
    const inner = /\.(?:md|mdx)$/.test(file) ? expandIncludes(content, file, { files, site, report }, depth + 1, used) : content;
    return inner
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => (line === '' ? line : indent + line))
      .join('\n');
  };
  switch (site.dialect) {
    case 'vitepress':
      return text
        .replace(
          /^([ \t]*)<<<[ \t]*([^\s{#[]+)(#[\w-]+)?[ \t]*(?:\{([^}]*)\})?[ \t]*(?:\[(.*)\])?[ \t]*$/gm,
          (whole, indent: string, path: string, region?: string, meta = '', title?: string) => {
            const alias = path.startsWith('@/');
            const code = include(path.replace(/^@\//, ''), [alias ? site.contentFolder : folderOf(from)], region, whole, indent);
            if (code === whole) return whole;
            const [, lines = '', language] = /^([\d,\s-]*)\s*([\w-]+)?/.exec(meta) ?? [];
            const info = [language ?? extensionOf(path), title && `[${title}]`, lines.trim() && `{${lines.trim()}}`]
              .filter(Boolean)
              .join(' ');
            const marker = code.includes('```') ? '`````' : '```';
            return `${indent}${marker}${info}\n${code}\n${indent}${marker}`;
          },
        )
        .replace(
          /^([ \t]*)<!--[ \t]*@include:[ \t]*(\S+?)(#[\w-]+)?(?:\{([\d,\s-]*)\})?[ \t]*-->[ \t]*$/gm,
          (whole, indent: string, path: string, region?: string, range?: string) =>
            include(
              path.replace(/^@\//, ''),
              [path.startsWith('@/') ? site.contentFolder : folderOf(from)],
              region ?? range,
              whole,
              indent,
            ),
        );
    case 'mkdocs': {
      const folders = site.includeFolders ?? [''];
      const one = (whole: string, indent: string, written: string): string => {
        const [, path = '', part] = /^(.*?)(?::([\w:-]*))?$/.exec(written.trim()) ?? [];
        return include(
          path,
          folders,
          part === undefined ? undefined : /^[\d:]+$/.test(part) ? part.replace(/^:/, '1:').replace(':', '-') : `#${part}`,
          whole,
          indent,
        );
      };
      return text
        .replace(/^([ \t]*)-{1,}8<-{1,}[ \t]+(["'])([^"'\n]+)\2[ \t]*$/gm, (whole, indent: string, _, written: string) =>
          one(whole, indent, written),
        )
        .replace(/^([ \t]*)-+8<-+[ \t]*\n([\s\S]*?)\n[ \t]*-+8<-+[ \t]*$/gm, (_, indent: string, paths: string) =>
          paths
            .split('\n')
            .filter((path) => path.trim() !== '' && !path.trim().startsWith(';'))
            .map((path) => one(path, indent, path))
            .join('\n'),
        );
    }
    case 'gitbook':
      return text.replace(/^([ \t]*)\{%[ \t]*include[ \t]+["']([^"']+)["'][ \t]*%\}/gm, (whole, indent: string, path: string) =>
        include(path.replace(/^\//, ''), [folderOf(from), site.contentFolder, ''], undefined, whole, indent),
      );
    default:
      return text;
  }
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
