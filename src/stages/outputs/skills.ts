/**
 * `skill.md`, which tells agents how to use the documentation, and the discovery indexes (Agent Skills Discovery 0.2,
 * agentskills.io). An author's `skill.md` replaces it.
 */
import { createHash } from 'node:crypto';
import type { NavNode } from '../../model/nav-tree.ts';
import { oneLine, shorten } from '../../model/shorten.ts';
import { slug } from '../../shared/slug.ts';
import { isForAgents, isListedForAgents, section } from './llms.ts';
import { instructions } from './markdown/page-markdown.ts';
import type { OutputsInput, OutputWriter, PlannedOutputs } from './outputs-input.ts';
import { siteUrl } from './urls.ts';

/** Maximum lengths of name and description in the skill format. */
const maxNameLength = 64;
const maxDescriptionLength = 1024;
const maxTopics = 40;

/** Not written if no page is visible to agents. */
export const skills: OutputWriter = (site) => {
  if (!site.pages.some(isForAgents)) return [];
  const text = (input: OutputsInput) => input.authorSkill ?? skillText(input);
  return [
    { path: 'skill.md', content: text },
    {
      path: '.well-known/agent-skills/index.json',
      content: (input) => skillIndex(input, text(input)),
      relation: 'agent-skills',
    },
    // Clients of the earlier index format expect the files next to it.
    { path: '.well-known/skills/index.json', content: (input) => skillIndex(input, text(input), { files: ['SKILL.md'] }) },
    { path: `.well-known/skills/${publishedName(site)}/SKILL.md`, content: text },
  ];
};

/** The name in the author's skill, if it has one. */
function publishedName(site: PlannedOutputs): string {
  return frontMatterOf(site.authorSkill ?? '').name ?? skillName(site);
}

function skillIndex(input: OutputsInput, text: string, more: object = {}): string {
  const { description = skillDescription(input) } = frontMatterOf(text);
  const entry = {
    name: publishedName(input),
    type: 'skill-md',
    description: shorten(description, maxDescriptionLength),
    url: siteUrl(input.config, '/skill.md'),
    digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
  };
  return `${JSON.stringify({ $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json', skills: [{ ...entry, ...more }] }, undefined, 2)}\n`;
}

function skillText(input: OutputsInput): string {
  const { config } = input;
  const title = oneLine(config.name);
  const parts = [
    `---\nname: ${skillName(input)}\ndescription: ${JSON.stringify(skillDescription(input))}\n---`,
    `# ${title}`,
    ...(config.description ? [oneLine(config.description)] : []),
    ...instructions(config),
    `## How to read the documentation\n\n${readingLines(input).join('\n')}`,
    section('Topics', topicLines(input.nav.root)),
    section('API', endpointLines(input)),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function readingLines({ config }: OutputsInput): string[] {
  return [
    `- All pages, one line each: ${siteUrl(config, '/llms.txt')}`,
    `- The full text of all pages: ${siteUrl(config, '/llms-full.txt')}`,
    '- Any page as Markdown: append `.md` to its URL',
  ];
}

/** The first divisions of the navigation with their pages. */
function topicLines(root: NavNode): string[] {
  const lines: string[] = [];
  const walk = (node: NavNode, trail: readonly string[]) => {
    const pages = node.children.flatMap((child) =>
      child.kind === 'page' && !child.external && child.method === undefined ? [oneLine(child.title)] : [],
    );
    if (pages.length > 0) lines.push(`- ${[...trail, pages.slice(0, 6).join(', ')].join(': ')}${pages.length > 6 ? ', …' : ''}`);
    for (const child of node.children) {
      if (child.kind === 'page') continue;
      // The default language and version cover the topics.
      if (/^(?:language|version)$/.test(child.kind) && !child.isDefault) continue;
      walk(child, child.name === '' || /^(?:language|version)$/.test(child.kind) ? trail : [...trail, oneLine(child.name)]);
    }
  };
  walk(root, []);
  return lines.length > maxTopics ? [...lines.slice(0, maxTopics), '- …'] : lines;
}

function endpointLines({ pages, operationOf }: OutputsInput): string[] {
  const endpoints = pages.filter((page) => isListedForAgents(page) && operationOf?.(page) !== undefined);
  if (endpoints.length === 0) return [];
  return [`${endpoints.length} pages describe the endpoints, each with its part of the API description. llms.txt lists them.`];
}

/** Lower-case letters, digits and hyphens. */
function skillName({ config }: PlannedOutputs): string {
  const name = slug(config.name)
    .replace(/[^a-z0-9-]+/g, '')
    .replace(/-{2,}/g, '-')
    .slice(0, maxNameLength)
    .replace(/^-+|-+$/g, '');
  return name === '' ? 'docs' : name;
}

function skillDescription({ config }: OutputsInput): string {
  const about = config.description ? ` ${oneLine(config.description)}` : '';
  const use = `Use when working with ${oneLine(config.name)}: setting it up, using its features and APIs, or answering questions about it.`;
  return shorten(use + about, maxDescriptionLength);
}

/** Name and description in the front matter of an author's skill, if they are plain lines. */
function frontMatterOf(text: string): { name?: string; description?: string } {
  const block = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? '';
  const found: { name?: string; description?: string } = {};
  for (const key of ['name', 'description'] as const) {
    const value = new RegExp(`^${key}:\\s*(\\S.*)$`, 'm').exec(block)?.[1]?.trim();
    if (value === undefined) continue;
    const plain = unquote(value);
    if (key !== 'name' || /^[a-z0-9][a-z0-9-]{0,63}$/.test(plain)) found[key] = plain;
  }
  return found;
}

/** YAML quoting equals JSON quoting except for a few escapes; a text with one of these stays as written. */
function unquote(value: string): string {
  if (!/^"(?:[^"\\]|\\.)*"$/.test(value)) return value.replace(/^'(.*)'$/, '$1');
  try {
    return String(JSON.parse(value));
  } catch {
    return value.slice(1, -1);
  }
}
