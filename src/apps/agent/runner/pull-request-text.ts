/** The words of a commit and of a pull request. Everything in them that the agent or a page wrote is text for a reader, cut and redacted. */

import type { ChangedFile, CheckFinding } from '../../../model/agent/job.ts';
import { oneLine, shorten, shortened } from '../../../model/shorten.ts';

/** What there is to say of a change. What a host must not act on is made harmless here; secrets are for the caller to take out. */
export interface Report {
  readonly jobId: string;
  readonly prompt: string;
  /** The agent's own words. */
  readonly summary: string;
  readonly files: readonly ChangedFile[];
  /** Findings that were not there before; `undefined` when nothing was checked. */
  readonly newErrors: readonly CheckFinding[];
  readonly checks: readonly CheckFinding[];
  readonly hiddenCharacters: readonly { readonly path: string; readonly lines: readonly number[] }[];
  /** New code of pages and snippets. */
  readonly code: readonly { readonly path: string; readonly lines: readonly number[] }[];
}

const maxTitle = 72;
const maxListed = 50;

/** One line from the instruction. */
export function titleOf(prompt: string): string {
  const line = oneLine(prompt.trim().split('\n', 1)[0] ?? '');
  if (line.length <= maxTitle) return line;
  const short = shorten(line, maxTitle - 1);
  return `${short.includes(' ') ? short.slice(0, short.lastIndexOf(' ')) : short}…`;
}

/** The same for the same prompt and job, for the id of a commit depends on it. */
export function commitMessage(prompt: string, jobId: string): string {
  return `${titleOf(prompt)}\n\nMade by the docsgen agent, job ${jobId}.\n`;
}

/** Markdown for the reviewer: what was asked, what was done, what to look at. Long lists are cut at 50. */
export function pullRequestBody(report: Report): string {
  const { files, newErrors, checks, hiddenCharacters, code: newCode } = report;
  const parts = [`> ${plain(report.prompt, 1000).split('\n').join('\n> ')}`];
  if (report.summary !== '') parts.push(plain(report.summary, 4000));
  const marks = { added: 'new', modified: 'changed', deleted: 'removed' };
  parts.push(
    `### Changed files\n\n${listed(
      files.map(({ path, change, additions, deletions }) => `- ${code(path)} ${marks[change]} (+${additions} −${deletions})`),
    )}`,
  );
  const others = checks.length - newErrors.length;
  if (newErrors.length > 0)
    parts.push(`### The check has new errors\n\nThis is a draft: mend these before merging.\n\n${listed(newErrors.map(findingLine))}`);
  else parts.push(`### Check\n\nNo new errors.${others > 0 ? ` ${others} older or lesser ${others === 1 ? 'finding' : 'findings'}.` : ''}`);
  if (hiddenCharacters.length > 0)
    parts.push(
      `### Hidden characters\n\nNew text holds characters that are not visible or turn the reading direction. Look at these lines:\n\n${listed(
        hiddenCharacters.map(({ path, lines }) => `- ${code(path)}: line ${lines.slice(0, 20).join(', ')}`),
      )}`,
    );
  if (newCode.length > 0)
    parts.push(
      `### New code\n\nThese lines are code. It runs in the sandbox of the build, and components that react to readers run in their browsers. Read them as you read a program:\n\n${listed(
        newCode.map(({ path, lines }) => `- ${code(path)}: line ${rangesOf(lines)}`),
      )}`,
    );
  parts.push(`---\nJob ${code(report.jobId)} of the docsgen agent.`);
  return `${parts.join('\n\n')}\n`;
}

/** `1, 2, 3, 7` → `1–3, 7`; at most twenty. */
function rangesOf(lines: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last && last.to === line - 1) last.to = line;
    else ranges.push({ from: line, to: line });
  }
  return ranges
    .slice(0, 20)
    .map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`))
    .join(', ');
}

function findingLine({ file, line, code: name, message }: CheckFinding): string {
  return `- ${file ? `${code(`${file}${line ? `:${line}` : ''}`)} ` : ''}${code(name)} ${plain(message, 300)}`;
}

function listed(lines: readonly string[]): string {
  const shown = lines.slice(0, maxListed);
  if (lines.length > maxListed) shown.push(`- and ${lines.length - maxListed} more`);
  return shown.join('\n');
}

/** No mentions that notify people, no closing words that act on issues, no HTML. */
function plain(text: string, most: number): string {
  return shortened(text, most)
    .replace(/</g, '&lt;')
    .replace(/@(?=[\w-])/g, '@\u2060')
    .replace(/#(?=\d)/g, '#\u2060');
}

function code(text: string): string {
  return `\`${text.replace(/[`\n]/g, ' ')}\``;
}
