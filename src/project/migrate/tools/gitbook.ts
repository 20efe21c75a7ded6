/** GitBook: `SUMMARY.md`, `.gitbook.yaml`, one page a Markdown file. https://docs.gitbook.com/getting-started/git-sync/content-configuration */
import type { DraftPage, NavEntry, NavSection, SourceSite } from '../model.ts';
import { folderOf, joinPath, type SourceFiles } from '../source-files.ts';
import { asObject, asText, headingOf, isPagePath, readData, titleOf } from './shared.ts';

/** `folder`: the one with `.gitbook.yaml` or `SUMMARY.md`. */
export async function readGitbook(files: SourceFiles, folder: string): Promise<SourceSite> {
  const config = asObject(readData(files.text(joinPath(folder, '.gitbook.yaml'))));
  const root = joinPath(folder, asText(config.root)?.replace(/^\.?\//, '') ?? '');
  const structure = asObject(config.structure);
  const readme = joinPath(root, asText(structure.readme) ?? 'README.md');
  const summaryFile = joinPath(root, asText(structure.summary) ?? 'SUMMARY.md');
  const summary = readSummary(files.text(summaryFile) ?? '', folderOf(summaryFile));
  const urlOf = (source: string) => {
    if (source === readme) return '/';
    const path = source.slice(root === '' ? 0 : root.length + 1).replace(/\.md$/i, '');
    return `/${path.replace(/(^|\/)README$/i, '').replace(/\/$/, '')}`;
  };
  const listed = summary.titles.size > 0 ? [...summary.titles.keys()] : files.below(root).filter(isPagePath);
  const sources = [...new Set([readme, ...listed])].filter((source) => files.has(source));
  const pages: DraftPage[] = sources.map((source) => {
    const title = summary.titles.get(source);
    const heading = headingOf(files, source);
    return {
      source,
      url: urlOf(source),
      ...(title !== undefined && title !== heading && { frontMatter: heading === undefined ? { title } : { sidebarTitle: title } }),
    };
  });
  const redirects = Object.entries(asObject(config.redirects)).map(([from, to]) => ({
    source: `/${from.replace(/^\/|\/$/g, '')}`,
    destination: /^https?:/.test(String(to)) ? String(to) : urlOf(joinPath(root, String(to).replace(/^\.?\//, ''))),
  }));
  const entries: NavEntry[] = summary.titles.has(readme) ? [...summary.entries] : [{ kind: 'page', source: readme }, ...summary.entries];
  const sections: NavSection[] = [{ entries }];
  return {
    dialect: 'gitbook',
    contentFolder: root,
    staticFolders: [],
    base: '',
    pages,
    sections: summary.entries.length > 0 ? sections : [{ entries: sources.map((source) => ({ kind: 'page', source })) }],
    redirects,
    settings: {
      name:
        headingOf(files, readme)
          ?.replace(/[^\p{L}\p{N} .'-]/gu, '')
          .trim() ?? titleOf(folder.split('/').at(-1) || 'Documentation'),
    },
    unconverted: [],
    hasFolderUrls: false,
  };
}

interface Summary {
  readonly entries: readonly NavEntry[];
  readonly titles: ReadonlyMap<string, string>;
}

interface Item {
  readonly indent: number;
  readonly title: string;
  readonly target: string | undefined;
  readonly items: Item[];
}

/** Items below it are at this level. */
const maxDepth = 50;

/** `## Section` and nested lists of links. */
function readSummary(text: string, folder: string): Summary {
  const titles = new Map<string, string>();
  const sections: { label: string; items: Item[] }[] = [{ label: '', items: [] }];
  let open: Item[] = [];
  for (const line of text.split('\n')) {
    const heading = /^#{2,6}[ \t]+(.+?)[ \t]*(?:<a[^>]*>.*<\/a>)?[ \t]*$/.exec(line)?.[1];
    if (heading !== undefined) {
      sections.push({ label: plainLabel(heading), items: [] });
      open = [];
      continue;
    }
    const match = /^([ \t]*)[*+-][ \t]+(.*)$/.exec(line);
    if (!match) continue;
    const words = match[2] ?? '';
    const link = /^\[((?:\\.|[^\]\\])*)\]\((?:<([^>]*)>|([^)\s]*))(?:[ \t]+["'].*["'])?\)/.exec(words);
    const indent = (match[1] ?? '').replace(/\t/g, '    ').length;
    const target = link?.[2] ?? link?.[3];
    const item: Item = { indent, title: plainLabel(link?.[1] ?? words), target, items: [] };
    while (open.length > 0 && ((open.at(-1)?.indent ?? 0) >= indent || open.length >= maxDepth)) open.pop();
    (open.at(-1)?.items ?? sections.at(-1)?.items)?.push(item);
    open.push(item);
  }
  const entryOf = ({ title, target, items }: Item): NavEntry[] => {
    const isLink = target !== undefined && /^https?:/.test(target);
    const source = target === undefined || isLink ? undefined : joinPath(folder, decode(target.replace(/[?#].*$/, '')));
    if (source !== undefined && !titles.has(source)) titles.set(source, title);
    const entries = items.flatMap(entryOf);
    if (entries.length > 0) return [{ kind: 'group', label: title, entries, ...(source !== undefined && { root: source }) }];
    if (isLink) return [{ kind: 'link', label: title, href: target }];
    return source === undefined ? [] : [{ kind: 'page', source, label: title }];
  };
  const entries = sections.flatMap(({ label, items }): NavEntry[] => {
    const made = items.flatMap(entryOf);
    return label === '' ? made : made.length > 0 ? [{ kind: 'group', label, entries: made, isExpanded: true }] : [];
  });
  return { entries, titles };
}

function plainLabel(text: string): string {
  return text
    .replace(/\\([\\_*[\]()#&`])/g, '$1')
    .replace(/&#x20;|&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/[*`]/g, '')
    .trim();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
