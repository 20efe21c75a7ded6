/**
 * Our pages beside a pipeline of `unified`, `remark-gfm` and `rehype-slug` that shares no code with ours: the headings of all
 * pages of our documentation and of the fixtures, their ids, and how much there is of each kind of element.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Element, Root } from 'hast';
import rehypeSlug from 'rehype-slug';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { describe, expect, test } from 'vitest';
import { slug } from '../../src/shared/slug.ts';
import { parseFrontMatter } from '../../src/stages/content/front-matter.ts';
import { repository } from '../harness/cli.ts';
import { bodyText, compile } from '../stages/mdx/compile.ts';

const pipeline = unified()
  .use(remarkParse)
  .use(remarkMdx)
  .use(remarkFrontmatter)
  .use(remarkGfm)
  .use(remarkMath)
  .use(remarkRehype, { passThrough: ['mdxJsxFlowElement', 'mdxJsxTextElement', 'mdxFlowExpression', 'mdxTextExpression'] })
  .use(rehypeSlug);

const pages = ['docs', 'fixtures/showcase'].flatMap((folder) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mdx'))
    .sort()
    .map((name) => join(folder, name)),
);

/** An id written behind a heading, which is not MDX. */
const givenId = /^(#{1,6} .*?)[ \t]*\{#([\w.:-]+)\}[ \t]*$/gm;

interface Outline {
  readonly depth: number;
  readonly text: string;
  readonly id: string;
}

interface Reference {
  readonly headings: readonly Outline[];
  /** Elements of each kind. */
  readonly counts: ReadonlyMap<string, number>;
  readonly hrefs: readonly string[];
}

function reference(text: string): Reference {
  const tree = pipeline.runSync(pipeline.parse(text.replace(givenId, '$1 ⟦$2⟧'))) as Root;
  const headings: Outline[] = [];
  const counts = new Map<string, number>();
  const hrefs: string[] = [];
  const visit = (node: Root | Element): void => {
    for (const child of node.children as Element[]) {
      if (child.type === 'element') {
        const { tagName, properties } = child;
        counts.set(tagName, (counts.get(tagName) ?? 0) + 1);
        if (tagName === 'a') hrefs.push(String(properties.href));
        // The title above the footnotes is added by remark-rehype.
        if (/^h[1-6]$/.test(tagName) && properties.id !== 'footnote-label') headings.push(outline(child));
      }
      if ('children' in child) visit(child);
    }
  };
  visit(tree);
  return { headings, counts, hrefs };
}

function outline(heading: Element): Outline {
  const whole = words(heading);
  const [mark = '', given] = /\s*⟦(.*)⟧$/.exec(whole) ?? [];
  const text = whole.slice(0, whole.length - mark.length);
  return { depth: Number(heading.tagName.slice(1)), text, id: given ?? String(heading.properties.id) };
}

function words(node: Element): string {
  return (node.children as readonly (Element | { type: 'text'; value: string })[])
    .map((child) => ('value' in child ? child.value : 'children' in child ? words(child) : ''))
    .join('');
}

/** Kinds of elements that come from Markdown alone: components of ours that draw others are not looked into. */
const counted = ['table', 'tr', 'th', 'td', 'em', 'strong', 'del', 'hr', 'blockquote', 'input', 'ul', 'ol', 'li'];
/** Components that read lists as data, and those with a title that counts as a heading. */
const readsLists = /<Tree>/;
const hasOwnHeadings = /<(?:Update|Step)\b/;
/** A dot becomes a hyphen here, as the format says, and nothing in `rehype-slug`. */
const hasOwnRule = (text: string) => text.includes('.');

describe('pages beside remark and rehype-slug', () => {
  test.each(pages)('%s', (path) => {
    const text = readFileSync(join(repository, path), 'utf8');
    const page = compile(parseFrontMatter(text, path).value.body);
    const { headings, counts, hrefs } = reference(text);
    const wanted = headings.map((heading) => (hasOwnRule(heading.text) ? { ...heading, id: slug(heading.text) } : heading));
    const ours = page.headings.map(({ depth, text, id }) => ({ depth, text, id }));
    if (hasOwnHeadings.test(text)) expect(ours).toEqual(expect.arrayContaining(wanted));
    else expect(ours).toEqual(wanted);
    const html = bodyText(page);
    const tags = counted.filter((tag) => !(readsLists.test(text) && /^(?:[uo]l|li)$/.test(tag)));
    const found = tags.map((tag) => [tag, html.split(new RegExp(`<${tag}[ >/]`)).length - 1]);
    expect(found).toEqual(tags.map((tag) => [tag, counts.get(tag) ?? 0]));
    const known = new Set(page.links.map(({ href }) => href));
    expect(hrefs.filter((href) => !href.startsWith('#user-content-fn') && !known.has(href))).toEqual([]);
  });

  test.each([
    ['Get started', 'get-started', 'get-started'],
    ['Was ist das? (Übersicht)', 'was-ist-das-übersicht', 'was-ist-das-übersicht'],
    ['日本語の見出し', '日本語の見出し', '日本語の見出し'],
    ['snake_case and `code`', 'snake_case-and-code', 'snake_case-and-code'],
    // The rule of the format, with which links of existing sites are written.
    ['docs.json: values', 'docs-json-values', 'docsjson-values'],
    ["What's new", 'what’s-new', 'whats-new'],
    ['a — b', 'a-—-b', 'a--b'],
    ['Search & replace', 'search-&-replace', 'search--replace'],
  ])('should name %j %j, rehype-slug %j', (text, ours, theirs) => {
    expect([compile(`## ${text}`).headings[0]?.id, reference(`## ${text}`).headings[0]?.id]).toEqual([ours, theirs]);
  });

  test('should number equal headings from 2, rehype-slug from 1', () => {
    const text = '## Same\n\n## Same\n\n## Same';
    expect(compile(text).headings.map(({ id }) => id)).toEqual(['same', 'same-2', 'same-3']);
    expect(reference(text).headings.map(({ id }) => id)).toEqual(['same', 'same-1', 'same-2']);
  });
});
