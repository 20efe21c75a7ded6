/** The text of commits and pull requests. Everything that the agent or a page wrote is shortened, redacted and treated as plain text. */

import type { ChangedFile, CheckFinding } from '../../../model/agent/job.ts';
import { oneLine, shorten, shortened } from '../../../model/shorten.ts';

/** The contents of a pull request body. This module neutralizes text that a code host would act on; the caller redacts secrets. */
export interface Report {
  readonly jobId: string;
  readonly prompt: string;
  /** The summary that the agent wrote. */
  readonly summary: string;
  readonly files: readonly ChangedFile[];
  /** Errors that did not exist before; `undefined` when there was no check. */
  readonly newErrors: readonly CheckFinding[];
  readonly checks: readonly CheckFinding[];
  readonly hiddenCharacters: readonly { readonly path: string; readonly lines: readonly number[] }[];
  /** New code in pages and snippets. */
  readonly code: readonly { readonly path: string; readonly lines: readonly number[] }[];
}

const maxTitle = 72;
const maxListed = 50;

/** Derives a one-line title from the instruction. */
export function titleOf(prompt: string): string {
  const line = neutral(oneLine(prompt.trim().split('\n', 1)[0] ?? ''));
  if (line.length <= maxTitle) return line;
  const short = shorten(line, maxTitle - 1);
  return `${short.includes(' ') ? short.slice(0, short.lastIndexOf(' ')) : short}…`;
}

/** Deterministic for a prompt and a job, because the commit ID depends on it. */
export function commitMessage(prompt: string, jobId: string): string {
  return `${titleOf(prompt)}\n\nMade by the docsgen agent, job ${jobId}.\n`;
}

/** Markdown for the reviewer: the instruction, the changes, and what needs attention. Lists are limited to 50 entries. */
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
    parts.push(
      `### The check has new errors\n\nThis is a draft. Fix these errors before merging.\n\n${listed(newErrors.map(findingLine))}`,
    );
  else
    parts.push(
      `### Check\n\nNo new errors.${others > 0 ? ` ${others} older or less severe ${others === 1 ? 'problem' : 'problems'}.` : ''}`,
    );
  if (hiddenCharacters.length > 0)
    parts.push(
      `### Hidden characters\n\nThe new text contains invisible characters or characters that change the text direction. Review these lines:\n\n${listed(
        hiddenCharacters.map(({ path, lines }) => `- ${code(path)}: line ${lines.slice(0, 20).join(', ')}`),
      )}`,
    );
  if (newCode.length > 0)
    parts.push(
      `### New code\n\nThese lines contain code. It runs in the sandbox of the build, and interactive components also run in the browsers of readers. Review them like any other code:\n\n${listed(
        newCode.map(({ path, lines }) => `- ${code(path)}: line ${rangesOf(lines)}`),
      )}`,
    );
  parts.push(`---\nJob ${code(report.jobId)} of the docsgen agent.`);
  return `${parts.join('\n\n')}\n`;
}

/** Formats `1, 2, 3, 7` as `1–3, 7`, with at maxLength 20 ranges. */
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

/** Neutralizes what a code host would act on, and HTML. */
function plain(text: string, maxLength: number): string {
  return neutral(shortened(text, maxLength)).replace(/</g, '&lt;');
}

/** The keywords of GitHub and GitLab before the reference to an issue, which close it when the change is merged. */
const closing =
  /\b(clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?)(?=:?\s+(?:issues?\s+)?(?:https?:|[\w./-]*#|[A-Z]+-\d))/gi;
/** Marks with which GitHub, GitLab and Gitea skip the checks of a commit. */
const skipping = /\[(?=(?:skip (?:ci|actions)|(?:ci|actions) skip|no ci)\])/gi;

/** Puts an invisible word joiner into mentions, references to issues, closing keywords, skip marks and the quick actions of GitLab. */
function neutral(text: string): string {
  return text
    .replace(closing, '$1\u2060')
    .replace(skipping, '[\u2060')
    .replace(/^(\s*)\/(?=[a-z])/gim, '$1\u2060/')
    .replace(/@(?=[\w-])/g, '@\u2060')
    .replace(/#(?=\d)/g, '#\u2060');
}

function code(text: string): string {
  return `\`${text.replace(/[`\n]/g, ' ')}\``;
}
