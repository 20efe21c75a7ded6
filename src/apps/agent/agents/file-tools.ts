/** The tools of the built-in agent. All seven are confined to the documentation folder; none runs commands or uses the network. */
import { type ToolSet, tool } from 'ai';
import { z } from 'zod';
import type { CheckFinding } from '../../../model/agent/job.ts';
import { isDiskFull } from '../git/disk-space.ts';
import { type ConfinedFiles, Refusal } from '../sandbox/confined-files.ts';

/** Maximum output of a tool. Longer output is truncated and marked. */
const maxOutput = 64 * 1024;
const maxMatches = 200;

const path = z.string().describe('Path relative to the documentation folder, e.g. "guides/start.mdx"');

/** Runs a tool and reports its use. Refusals become the result. `at` is the path that the tool was called with. */
type Reported = (name: string, at: string | undefined, work: () => string | Promise<string>) => Promise<string>;

/**
 * `check` runs the documentation check on the current files. `onUse` is called for every tool call before its result is returned.
 * `onFullDisk` receives disk-full errors, because a model cannot react to them: everything that a tool throws becomes a tool result.
 */
export function createFileTools(
  files: ConfinedFiles,
  check: () => Promise<readonly CheckFinding[]>,
  onUse: (name: string, detail: { readonly path?: string; readonly refused?: string }) => Promise<void>,
  onFullDisk: (error: unknown) => void = () => undefined,
): ToolSet {
  const reported: Reported = async (name, at, work) => {
    try {
      const result = await work();
      await onUse(name, at === undefined ? {} : { path: at });
      return truncate(result);
    } catch (error) {
      if (!(error instanceof Refusal)) {
        if (isDiskFull(error)) onFullDisk(error);
        throw error;
      }
      await onUse(name, { ...(at !== undefined && { path: at }), refused: error.message });
      // Returned as a tool result, so that the model can correct its call.
      return `Refused: ${error.message}.`;
    }
  };
  return {
    ...readingTools(files, reported),
    ...writingTools(files, reported),
    check: tool({
      description: 'Checks the current documentation: broken links, unknown components, errors in docs.json.',
      inputSchema: z.object({}),
      execute: () => reported('check', undefined, async () => findingsAsText(await check())),
    }),
  };
}

function readingTools(files: ConfinedFiles, reported: Reported): ToolSet {
  return {
    list: tool({
      description: 'Lists all files in a folder and its subfolders.',
      inputSchema: z.object({ folder: z.string().default('').describe('Folder; empty for the root') }),
      execute: ({ folder }) => reported('list', folder, () => files.list(folder).join('\n') || 'The folder is empty.'),
    }),
    search: tool({
      description: 'Finds lines that contain a text, in all text files. Case-insensitive.',
      inputSchema: z.object({ text: z.string().min(1).max(500), folder: z.string().default('') }),
      execute: ({ text, folder }) => reported('search', folder, () => search(files, text, folder)),
    }),
    read: tool({
      description: 'Reads a file. Long files are truncated: call again with a later first line.',
      inputSchema: z.object({ path, from: z.int().min(1).default(1).describe('First line, from 1') }),
      execute: ({ path: at, from }) =>
        reported('read', at, () =>
          from === 1
            ? files.read(at)
            : files
                .read(at)
                .split('\n')
                .slice(from - 1)
                .join('\n'),
        ),
    }),
  };
}

function writingTools(files: ConfinedFiles, reported: Reported): ToolSet {
  return {
    edit: tool({
      description: 'Replaces a text that occurs exactly once in a file.',
      inputSchema: z.object({ path, old: z.string().min(1).describe('Exact text, with its line breaks'), new: z.string() }),
      execute: ({ path: at, old, new: next }) => reported('edit', at, () => edit(files, at, old, next)),
    }),
    write: tool({
      description: 'Writes a whole file, creating or replacing it. A new page must also be listed in docs.json.',
      inputSchema: z.object({ path, text: z.string() }),
      execute: ({ path: at, text }) =>
        reported('write', at, () => {
          files.write(at, text);
          return `Written: ${at}.`;
        }),
    }),
    delete: tool({
      description: 'Deletes a file.',
      inputSchema: z.object({ path }),
      execute: ({ path: at }) =>
        reported('delete', at, () => {
          files.remove(at);
          return `Deleted: ${at}.`;
        }),
    }),
  };
}

/** Formats one diagnostic per line, in the style of a compiler. */
export function findingsAsText(findings: readonly CheckFinding[]): string {
  if (findings.length === 0) return 'No findings.';
  return findings
    .map(({ severity, code, message, file, line }) => `${file ? `${file}${line ? `:${line}` : ''} ` : ''}${severity} ${code} ${message}`)
    .join('\n');
}

function search(files: ConfinedFiles, text: string, folder: string): string {
  const needle = text.toLowerCase();
  const matches: string[] = [];
  for (const path of files.list(folder)) {
    if (/\.(?:png|jpe?g|gif|webp|avif|ico|pdf|zip|woff2?|mp4|webm)$/i.test(path)) continue;
    let content: string;
    try {
      content = files.read(path);
    } catch (error) {
      if (error instanceof Refusal) continue;
      throw error;
    }
    if (!content.toLowerCase().includes(needle)) continue;
    for (const [index, line] of content.split('\n').entries()) {
      if (!line.toLowerCase().includes(needle)) continue;
      matches.push(`${path}:${index + 1}: ${line.trim().slice(0, 300)}`);
      if (matches.length >= maxMatches) return `${matches.join('\n')}\n(there are more matches; narrow the search)`;
    }
  }
  return matches.join('\n') || 'No matches.';
}

/** Replaces bytes, so that the rest of the file stays unchanged even if it is not valid UTF-8. */
function edit(files: ConfinedFiles, path: string, old: string, next: string): string {
  const content = files.readBytes(path);
  const breaks = lineBreaksOf(content);
  const [oldBytes, newBytes] = [Buffer.from(breaks(old)), Buffer.from(breaks(next))];
  const first = content.indexOf(oldBytes);
  if (first === -1) throw new Refusal('the old text is not in the file; read it again');
  if (content.indexOf(oldBytes, first + 1) !== -1)
    throw new Refusal('the old text is in the file more than once; include more lines of context');
  files.write(path, Buffer.concat([content.subarray(0, first), newBytes, content.subarray(first + oldBytes.length)]));
  return `Edited: ${path}.`;
}

/** Models write LF. If all lines of a file end with CRLF, the replacement uses CRLF too. */
function lineBreaksOf(content: Buffer): (text: string) => string {
  const isWindows = content.includes('\r\n') && !/(?<!\r)\n/.test(content.toString('latin1'));
  return (text) => (isWindows ? text.replaceAll(/\r?\n/g, '\r\n') : text);
}

function truncate(text: string): string {
  if (Buffer.byteLength(text) <= maxOutput) return text;
  return `${Buffer.from(text, 'utf8')
    .subarray(0, maxOutput - 100)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')}\n(truncated: the output is longer than 64 KiB)`;
}
