/** `<page>/rss.xml`: the updates of a page as RSS 2.0 (rssboard.org). */

import type { HtmlNode } from '../../model/html-node.ts';
import type { OutputFile } from '../../model/output-file.ts';
import type { Page } from '../../model/page.ts';
import { oneLine } from '../../model/shorten.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import { escapeHtml } from '../../shared/html.ts';
import { withoutMarks } from '../../shared/inline-marks.ts';
import { languageTag } from '../../shared/language-tag.ts';
import { feedPath } from '../../shared/site/markdown-path.ts';
import { find, findAll, type HtmlElement, hasClass, textOf } from '../components/markdown/html-tree.ts';
import { pageUrl, siteUrl } from './urls.ts';

interface Entry {
  readonly title: string;
  readonly description: string;
  readonly anchor: string;
  readonly categories: readonly string[];
  /** RFC 822 date; undefined if the update has no date. */
  readonly date: string | undefined;
}

/** `nodes`: the content of the page. Undefined for a page without updates. */
export function updatesFeed(
  config: Pick<SiteConfig, 'name' | 'base' | 'seo'>,
  page: Page,
  nodes: readonly HtmlNode[],
): OutputFile | undefined {
  const entries = findAll({ children: nodes }, 'update').flatMap(entriesOf);
  if (entries.length === 0) return undefined;
  const link = pageUrl(config, page);
  const self = siteUrl(config, feedPath(page.url));
  const isAbsolute = /^https?:/i.test(link);
  const seen = new Map<string, number>();
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    element('title', `${page.title} - ${config.name}`),
    element('link', link),
    element('description', page.description === undefined ? page.title : withoutMarks(page.description)),
    ...(page.language ? [element('language', languageTag(page.language))] : []),
    '<generator>docsgen</generator>',
    ...(isAbsolute ? [`<atom:link href="${escapeHtml(self)}" rel="self" type="application/rss+xml"/>`] : []),
    ...entries.map((entry) => item(entry, link, isAbsolute, seen)),
    '</channel>',
    '</rss>',
  ];
  return { path: feedPath(page.url).slice(1), data: `${lines.join('\n')}\n` };
}

function item(
  { title, description, anchor, categories, date }: Entry,
  page: string,
  isAbsolute: boolean,
  seen: Map<string, number>,
): string {
  const link = anchor === '' ? page : `${page}#${encodeURIComponent(anchor.toWellFormed())}`;
  const count = (seen.get(link) ?? 0) + 1;
  seen.set(link, count);
  return [
    '<item>',
    element('title', title),
    element('link', link),
    // Must be unique.
    count > 1
      ? `<guid isPermaLink="false">${escapeHtml(link)} ${count}</guid>`
      : `<guid isPermaLink="${isAbsolute}">${escapeHtml(link)}</guid>`,
    ...(description ? [element('description', description)] : []),
    ...categories.map((name) => element('category', name)),
    ...(date ? [`<pubDate>${date}</pubDate>`] : []),
    '</item>',
  ].join('\n');
}

/**
 * An update with headings becomes one entry for each heading; one with its own feed text (`rss`), or without
 * headings, becomes one entry.
 */
function entriesOf(update: HtmlElement): Entry[] {
  const label = plainText(find(update, 'update-label'));
  const subtitle = plainText(find(update, 'update-description'));
  const content = find(update, 'update-content') ?? update;
  const overrides = feedOverrides(update.attributes['data-rss']);
  const shared = { categories: findAll(update, 'update-tag').map(plainText), date: dateIn(label) ?? dateIn(subtitle) };
  const anchor = update.attributes.id ?? '';
  const parts = overrides ? [] : partsOf(content);
  if (parts.length > 0)
    return parts.map((part) => ({ title: part.title, description: part.text, anchor: part.anchor || anchor, ...shared }));
  const text = textBlocks(content.children.filter((child): child is HtmlElement => typeof child !== 'string')).join('\n\n');
  return [
    {
      title: overrides?.title ?? (label || subtitle || 'Update'),
      description: overrides?.description ?? (text || subtitle),
      anchor,
      ...shared,
    },
  ];
}

function feedOverrides(json: string | undefined): { readonly title?: string; readonly description?: string } | undefined {
  if (json === undefined) return undefined;
  const { title, description } = readJson(json);
  const words = { ...(typeof title === 'string' && { title }), ...(typeof description === 'string' && { description }) };
  return Object.keys(words).length > 0 ? words : undefined;
}

/** An author's HTML may resemble an update and contain anything. */
function readJson(json: string): { readonly title?: unknown; readonly description?: unknown } {
  try {
    return Object(JSON.parse(json));
  } catch {
    return {};
  }
}

function partsOf(content: HtmlElement): { readonly title: string; readonly anchor: string; readonly text: string }[] {
  const parts: { title: string; anchor: string; blocks: HtmlElement[] }[] = [];
  for (const child of content.children) {
    if (typeof child === 'string') continue;
    if (/^h[1-6]$/.test(child.tag)) parts.push({ title: plainText(child), anchor: child.attributes.id ?? '', blocks: [] });
    else parts.at(-1)?.blocks.push(child);
  }
  return parts
    .filter(({ title }) => title !== '')
    .map(({ title, anchor, blocks }) => ({ title, anchor, text: textBlocks(blocks).join('\n\n') }));
}

/** Only text: feed readers show no components, and code without context is not useful. */
function textBlocks(elements: readonly HtmlElement[]): string[] {
  return elements
    .flatMap((element) => {
      if (element.tag === 'ul' || element.tag === 'ol')
        return [
          element.children
            .map((item) => `• ${plainText(item)}`)
            .filter((line) => line !== '• ')
            .join('\n'),
        ];
      return element.tag === 'p' || element.tag === 'blockquote' ? [plainText(element)] : [];
    })
    .filter((text) => text !== '');
}

function plainText(node: HtmlElement['children'][number] | undefined): string {
  if (node === undefined) return '';
  if (typeof node === 'string') return oneLine(node);
  const visible = { ...node, children: node.children.filter((child) => typeof child === 'string' || !hasClass(child, 'anchor-link')) };
  return oneLine(textOf(visible));
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const monthName = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const dateFormats: readonly (readonly [RegExp, (match: RegExpExecArray) => readonly [string, string, string]])[] = [
  [/\b(\d{4})-(\d{2})-(\d{2})\b/, ([, year = '', month = '', day = '']) => [year, month, day]],
  [
    new RegExp(`\\b${monthName}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})\\b`, 'i'),
    ([, month = '', day = '', year = '']) => [year, monthNumber(month), day],
  ],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+${monthName},?\\s+(\\d{4})\\b`, 'i'),
    ([, day = '', month = '', year = '']) => [year, monthNumber(month), day],
  ],
  [new RegExp(`\\b${monthName},?\\s+(\\d{4})\\b`, 'i'), ([, month = '', year = '']) => [year, monthNumber(month), '1']],
];

function monthNumber(month: string): string {
  return String(months.indexOf(month.slice(0, 3).toLowerCase()) + 1);
}

/** The date in a label; other texts are not interpreted. */
function dateIn(text: string): string | undefined {
  for (const [form, read] of dateFormats) {
    const match = form.exec(text);
    if (match === null) continue;
    const [year, month, day] = read(match).map(Number) as [number, number, number];
    const date = new Date(Date.UTC(year, month - 1, day));
    return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toUTCString() : undefined;
  }
  return undefined;
}

function element(name: string, text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no such characters
  return `<${name}>${escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed())}</${name}>`;
}
