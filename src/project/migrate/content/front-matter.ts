/** Front matter of other tools as that of docsgen, and the text that a home page has only in its front matter. */
import { dump } from 'js-yaml';
import type { Dialect } from '../model.ts';
import { loadTree } from '../yaml-tree.ts';

/** Values by key. */
export type Values = Record<string, unknown>;

/** Keys that only the other tool reads. */
const dropped = new Set(
  `id slug sidebar_label sidebar_position sidebar_class_name sidebar sidebar_custom_props pagination_label pagination_next pagination_prev
  custom_edit_url hide_title hide_table_of_contents toc_min_heading_level toc_max_heading_level parse_number_prefixes displayed_sidebar image
  last_update unlisted draft layout hero features template outline prev next editLink lastUpdated navbar aside pageClass head tableOfContents
  pagefind banner editUrl status hide search icon template social comments tags date authors author categories cover coverY readTime
  sidebarTitle title description asIndexPage theme toc format locale full searchable links type pin level titleTemplate footer`.split(
    /\s+/,
  ),
);

/** A file as its front matter and its body. */
export interface Parts {
  readonly values: Values;
  readonly body: string;
  /** Line of the first line of the body, from 1. */
  readonly bodyLine: number;
}

/** Invalid front matter counts as empty. */
export function splitFrontMatter(text: string): Parts {
  const match = /^---[ \t]*\n([\s\S]*?\n)?---[ \t]*(?:\n|$)/.exec(text);
  if (!match) return { values: {}, body: text, bodyLine: 1 };
  let values: unknown;
  try {
    values = loadTree(match[1] ?? '');
  } catch {
    values = undefined;
  }
  const isMapping = typeof values === 'object' && values !== null && !Array.isArray(values);
  return { values: isMapping ? (values as Values) : {}, body: text.slice(match[0].length), bodyLine: match[0].split('\n').length };
}

/** The front matter of the new page; empty text if it has none. */
export function printFrontMatter(values: Values, implied: Values): string {
  const all: Values = {};
  const put = (key: string, value: unknown) => {
    if (value !== undefined && value !== null && value !== '') all[key] = value;
  };
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);
  const sidebar = values.sidebar as { label?: unknown; hidden?: unknown; badge?: unknown } | undefined;
  put('title', text(values.title) ?? text(implied.title));
  put('sidebarTitle', text(values.sidebar_label) ?? text(values.sidebarTitle) ?? text(sidebar?.label) ?? implied.sidebarTitle);
  put('description', text(values.description) ?? implied.description);
  for (const [key, value] of Object.entries(implied)) if (!['title', 'sidebarTitle', 'description'].includes(key)) put(key, value);
  const badge = sidebar?.badge as { text?: unknown } | string | undefined;
  put('tag', text(typeof badge === 'object' ? badge?.text : badge) ?? (typeof values.tag === 'string' ? values.tag : undefined));
  if (Array.isArray(values.keywords)) put('keywords', values.keywords.map(String));
  if (typeof values.image === 'string' && /^https?:/.test(values.image)) put('og:image', values.image);
  if (all.sidebarTitle === all.title) delete all.sidebarTitle;
  for (const [key, value] of Object.entries(values))
    if (!dropped.has(key) && !(key in all) && /^(?:noindex|robots|canonical|og:.*|twitter:.*)$/.test(key)) put(key, value);
  if (Object.keys(all).length === 0) return '';
  return `---\n${dump(all, { lineWidth: -1 })}---\n\n`;
}

interface Action {
  readonly text?: unknown;
  readonly link?: unknown;
}

/** Hero and features of VitePress, hero of Starlight: as Markdown before the body. */
export function homeText(values: Values, dialect: Dialect): string {
  if (dialect !== 'vitepress' && dialect !== 'starlight') return '';
  const hero = values.hero as { name?: unknown; text?: unknown; title?: unknown; tagline?: unknown; actions?: unknown } | undefined;
  const features = Array.isArray(values.features) ? (values.features as Record<string, unknown>[]) : [];
  const lines: string[] = [];
  const add = (value: unknown, mark = '') => typeof value === 'string' && value.trim() !== '' && lines.push(mark + inline(value), '');
  add(hero?.name ?? hero?.title, '## ');
  add(hero?.text);
  add(hero?.tagline);
  const actions = (Array.isArray(hero?.actions) ? hero.actions : []) as Action[];
  const buttons = actions.filter(({ text, link }) => typeof text === 'string' && typeof link === 'string');
  if (buttons.length > 0) lines.push(buttons.map(({ text, link }) => `[${text}](${link})`).join(' · '), '');
  if (features.length > 0) {
    lines.push('<CardGroup>', '');
    for (const { title, details, link } of features) {
      const href = typeof link === 'string' ? ` href="${link}"` : '';
      lines.push(
        `<Card title="${String(title ?? '').replace(/"/g, '&quot;')}"${href}>`,
        '',
        inline(String(details ?? '')),
        '',
        '</Card>',
        '',
      );
    }
    lines.push('</CardGroup>', '');
  }
  return lines.join('\n');
}

function inline(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
