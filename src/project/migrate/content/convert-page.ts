/** One page: from the Markdown of another tool to MDX of docsgen. */
import type { DraftPage, SourceSite, Unconverted } from '../model.ts';
import { withoutMarks } from '../source-files.ts';
import { convertComponents } from './components.ts';
import { convertContainers, convertIndented } from './containers.ts';
import { cleanTags, escapeAngles, escapeBraces } from './escape.ts';
import { convertFence } from './fence-info.ts';
import { homeText, printFrontMatter, splitFrontMatter, type Values } from './front-matter.ts';
import { convertGitbook } from './gitbook-blocks.ts';
import { plainBlocks, preToFences, withoutScripts } from './html-blocks.ts';
import { type PageContext, takeImports } from './imports.ts';
import { expandIncludes } from './includes.ts';
import { convertLinks } from './links.ts';
import { takeStatements } from './mdx-statements.ts';
import { definitions, generatedBlock, mkdocsInline } from './mkdocs-inline.ts';
import { outsideCode, protect } from './protect.ts';
import { removeVueBlocks, scriptImports, vueInline } from './vue.ts';

/** The new file and what is not in it as intended. */
export interface ConvertedPage {
  readonly text: string;
  readonly values: Values;
  readonly unconverted: readonly Unconverted[];
}

const ownTag =
  /^(?:Accordion|AccordionGroup|Badge|Callout|Card|CardGroup|Check|CodeGroup|Column|Columns|Danger|Frame|Info|Note|Step|Steps|Tab|Tabs|Tip|Tree(?:\.\w+)?|Update|Warning)$/;

/** `isSnippet`: the file is a part of other pages, so it has no front matter. */
export function convertPage(page: DraftPage, context: PageContext, isSnippet = false): ConvertedPage {
  const { site, files } = context;
  const { dialect } = site;
  const original = page.text ?? files.text(page.source) ?? '';
  const { values, body } = splitFrontMatter(original);
  const unconverted: Unconverted[] = [];
  const report = (what: string, hint: string, needle = what) => {
    const at = original.indexOf(needle.replace(/>$/, ''));
    unconverted.push({ file: page.source, line: at === -1 ? 1 : original.slice(0, at).split('\n').length, what, hint });
  };
  const isMdx = isMdxSource(page.source, site, values);
  let included = expandIncludes(body, page.source, {
    files,
    site,
    report: (what) => report(what, 'the included file does not exist: write its content here'),
  });
  // Languages of code in a line.
  if (dialect === 'nextra') included = outsideCode(included, (prose) => prose.replace(/(`[^`\n]+)\{:\w+\}`/g, '$1`'));
  const markdown = isMdx
    ? takeStatements(included, report)
    : preToFences(dialect === 'vitepress' ? included : withoutScripts(included, report));
  const code = protect(dialect === 'vitepress' ? removeVueBlocks(markdown, report) : markdown);
  let text = `${protectHome(values, dialect)}${code.text}`;
  const notes = new Map<number, string>();
  let snippets: ReadonlySet<string> = new Set();
  if (isMdx) {
    const taken = takeImports(text, page.source, context, report);
    text = taken.text;
    snippets = taken.snippets;
  }
  if (dialect === 'gitbook') text = convertGitbook(text, (_, what, hint) => report(what, hint, what.replace(/^\{% | %\}$/g, '')));
  if (dialect === 'mkdocs')
    text = text.replace(generatedBlock, (block) => {
      report(block.trim().split('\n', 1)[0] as string, 'write the reference as Markdown: a plugin generated it from source code');
      return '';
    });
  if (dialect === 'mkdocs') text = mkdocsInline(convertIndented(definitions(text).split('\n')).join('\n'));
  if (dialect === 'docusaurus' || dialect === 'vitepress' || dialect === 'starlight')
    text = convertContainers(text.split('\n'), dialect).join('\n');
  if (dialect === 'vitepress') text = vueInline(text, values, report);
  text = text.replace(/\ue000T([^\ue001]*)\ue001\n?([ \t>]*\ue000F(\d+)\ue001)?/g, (_, json: string, fence = '', index?: string) => {
    if (index !== undefined) notes.set(Number(index), codeNote(json));
    return fence;
  });
  if (!isMdx) {
    const imported = dialect === 'vitepress' ? scriptImports(included) : new Set<string>();
    const isComponent = (name: string): boolean =>
      ownTag.test(name) || imported.has(name) || (dialect === 'vitepress' && /^[A-Z]\w/.test(name));
    text = escapeAngles(escapeBraces(cleanTags(plainBlocks(text))), isComponent);
  }
  text = convertComponents(text, { dialect, snippets, report });
  text = convertLinks(text, (target) => context.resolve(target, page));
  text = code.restore(text.replace(/\n{4,}/g, '\n\n\n'), (fence, index) =>
    convertFence({ ...fence, info: `${fence.info} ${notes.get(index) ?? ''}`.trim() }, dialect),
  );
  const head = isSnippet ? '' : printFrontMatter(values, page.frontMatter ?? {});
  return { text: `${head}${text.replace(/^\s*\n/, '').trimEnd()}\n`, values, unconverted };
}

/** Files whose braces are expressions and whose tags are components. */
export function isMdxSource(source: string, { dialect }: Pick<SourceSite, 'dialect'>, values: Values): boolean {
  if (source === '') return true;
  if (dialect === 'docusaurus') return !(values.format === 'md');
  return (dialect === 'starlight' || dialect === 'nextra') && (source.endsWith('.mdx') || (dialect === 'nextra' && source.endsWith('.md')));
}

function protectHome(values: Values, dialect: SourceSite['dialect']): string {
  const text = withoutMarks(homeText(values, dialect));
  return text === '' ? '' : `${text}\n`;
}

function codeNote(json: string): string {
  const { title, lines, wrap } = JSON.parse(decodeURIComponent(json)) as { title?: string; lines?: boolean; wrap?: boolean };
  return [title && `title="${title.replace(/"/g, "'")}"`, lines && 'lines', wrap && 'wrap'].filter(Boolean).join(' ');
}
