/** Formats a preview for people, for a comment on a code host, and for programs. */
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { PageChange } from '../../project/preview/compare-sites.ts';
import type { Preview } from '../../project/preview/preview-project.ts';
import { encodePath } from '../../shared/url.ts';
import { visible } from './code-frame.ts';
import type { PreviewFormat } from './formats.ts';
import { markdownCode, markdownDestination, markdownText } from './markdown-text.ts';
import { inFileOrder } from './select.ts';

/** What the preview was compared with, and where it can be read. */
export interface PreviewContext {
  /** As the user named it. */
  readonly base: string;
  /** What people read instead of `base`, such as the branch of a commit. */
  readonly baseName?: string | undefined;
  /** The path of the page of differences in the site at `url`; absent if the site was not written. */
  readonly differences?: string | undefined;
  /** Address of the site of the new version, to link its pages. */
  readonly url?: string | undefined;
  /** The path from the current folder to the project, so that file names are relative to the root of the checkout. */
  readonly prefix: string;
}

/** Code hosts limit the length of a comment to 65,536 characters. */
const maxPages = 100;
const maxFindings = 50;

/** `preview` in one of the formats; ends with a line break. */
export function formatPreview(preview: Preview, format: PreviewFormat, context: PreviewContext): string {
  if (format === 'json') return json(preview, context);
  return format === 'markdown' ? markdown(preview, context) : pretty(preview, context);
}

function json({ commit, pages, changes, findings }: Preview, { base }: PreviewContext): string {
  const value = {
    base,
    commit,
    pages,
    changes: changes.map(({ hunks: _, isPublic: _public, ...change }) => change),
    findings: { new: inFileOrder(findings.added), fixed: inFileOrder(findings.fixed) },
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function pretty(preview: Preview, { base, baseName = base, prefix }: PreviewContext): string {
  const { changes, findings } = preview;
  const lines = [`${sentence(preview)} compared with ${compared(preview, baseName, visible)}`];
  for (const change of changes) {
    const address = change.from === undefined ? change.url : `${change.from} → ${change.url}`;
    lines.push(`  ${change.change.padEnd(7)} ${visible(address)} "${visible(change.title)}" ${counts(change)}`);
  }
  for (const [name, list] of named(findings)) {
    lines.push(`${name}: ${list.length}`);
    for (const { severity, code, message, location } of inFileOrder(list))
      lines.push(`  ${location ? `${visible(`${prefix}${location.file}`)}:${location.line} ` : ''}${severity} ${code} ${visible(message)}`);
  }
  return `${lines.join('\n')}\n`;
}

function markdown(preview: Preview, { base, baseName = base, url, differences, prefix }: PreviewContext): string {
  const { changes, findings } = preview;
  const page =
    url === undefined || differences === undefined || !changes.some(({ isPublic }) => isPublic)
      ? ''
      : ` [Show the differences](${markdownDestination(addressOf(url, `/${differences}`))}).`;
  const blocks = [`${sentence(preview)} compared with ${compared(preview, baseName, markdownCode)}.${page}`];
  if (changes.length > 0) {
    const rows = changes.slice(0, maxPages).map((change) => {
      const address = change.from === undefined ? markdownCode(change.url) : `${markdownCode(change.from)} → ${markdownCode(change.url)}`;
      return `| ${linked(change, url)} | ${address} | ${change.change} | +${change.addedWords} −${change.removedWords} | +${change.addedLines} −${change.removedLines} |`;
    });
    blocks.push(['| Page | Path | Change | Words | Lines |', '| --- | --- | --- | --- | --- |', ...rows].join('\n'));
    if (changes.length > maxPages) blocks.push(`… and ${changes.length - maxPages} more`);
  }
  for (const [name, list] of named(findings)) {
    const shown = inFileOrder(list)
      .slice(0, maxFindings)
      .map((found) => `- ${findingLine(found, prefix)}`);
    if (list.length > maxFindings) shown.push(`- … and ${list.length - maxFindings} more`);
    blocks.push(`**${name}: ${list.length}**`, shown.join('\n'));
  }
  return `${blocks.join('\n\n')}\n`;
}

function findingLine({ severity, code, message, hint, location }: Diagnostic, prefix: string): string {
  const place = location ? `${markdownCode(`${prefix}${location.file}:${location.line}`)} ` : '';
  const advice = hint === undefined ? '' : `. Hint: ${markdownText(hint)}`;
  return `${place}${severity} ${markdownCode(code)} ${markdownText(message)}${advice}`;
}

/** The base and its commit; a commit that the user named by its ID is not repeated. */
function compared({ commit }: Preview, base: string, text: (base: string) => string): string {
  const short = commit.slice(0, 7);
  return base.length >= short.length && commit.startsWith(base.toLowerCase()) ? text(short) : `${text(base)} (${short})`;
}

function linked({ change, title, url: path, isPublic }: PageChange, url: string | undefined): string {
  const text = markdownText(title);
  return url === undefined || change === 'removed' || !isPublic
    ? text
    : `[${text}](${markdownDestination(addressOf(url, encodePath(path)))})`;
}

function addressOf(url: string, path: string): string {
  return `${url.replace(/\/+$/, '')}${path}`;
}

function named({ added, fixed }: Preview['findings']): (readonly [string, readonly Diagnostic[]])[] {
  const lists = [
    ['New problems', added],
    ['Fixed problems', fixed],
  ] as const;
  return lists.filter(([, list]) => list.length > 0);
}

/** `2 pages changed, 1 added`. */
function sentence({ changes, isNew }: Preview): string {
  if (isNew) return `New documentation: ${pages(changes.length)}`;
  const kinds = (['changed', 'added', 'moved', 'removed'] as const).flatMap((kind) => {
    const number = changes.filter(({ change }) => change === kind).length;
    return number > 0 ? [{ number, kind }] : [];
  });
  const [first, ...rest] = kinds;
  if (first === undefined) return 'No page changed';
  return [`${pages(first.number)} ${first.kind}`, ...rest.map(({ number, kind }) => `${number} ${kind}`)].join(', ');
}

function pages(number: number): string {
  return `${number} ${number === 1 ? 'page' : 'pages'}`;
}

function counts({ addedWords, removedWords, addedLines, removedLines }: PageChange): string {
  return `words +${addedWords} −${removedWords}, lines +${addedLines} −${removedLines}`;
}
