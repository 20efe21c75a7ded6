/** The tools of the built-in agent: seven, all confined to the documentation folder. There is no shell and no network among them. */
import { type ToolSet, tool } from 'ai';
import { z } from 'zod';
import type { CheckFinding } from '../../../model/agent/job.ts';
import { isDiskFull } from '../git/disk-room.ts';
import { type ConfinedFiles, Refusal } from '../sandbox/confined-files.ts';

/** What a tool gives back to the model at most; more is cut and said so. */
const maxOutput = 64 * 1024;
const maxMatches = 200;

const path = z.string().describe('Path relative to the documentation folder, e.g. "guides/start.mdx"');

/**
 * `check` runs the documentation check on the files as they are. `onUse` is told every call, before its answer; `onFullDisk` what a model
 * cannot do anything about, for whatever a tool throws becomes an answer to it.
 */
export function createFileTools(
  files: ConfinedFiles,
  check: () => Promise<readonly CheckFinding[]>,
  onUse: (name: string, detail: { readonly path?: string; readonly refused?: string }) => Promise<void>,
  onFullDisk: (error: unknown) => void = () => undefined,
): ToolSet {
  const reported = async (name: string, at: string | undefined, work: () => string | Promise<string>): Promise<string> => {
    try {
      const answer = await work();
      await onUse(name, at === undefined ? {} : { path: at });
      return cut(answer);
    } catch (error) {
      if (!(error instanceof Refusal)) {
        if (isDiskFull(error)) onFullDisk(error);
        throw error;
      }
      await onUse(name, { ...(at !== undefined && { path: at }), refused: error.message });
      // Said as an answer of the tool, so that the model can mend its call.
      return `Refused: ${error.message}.`;
    }
  };

  return {
    list: tool({
      description: 'Lists all files of a folder and below.',
      inputSchema: z.object({ folder: z.string().default('').describe('Folder, empty for everything') }),
      execute: ({ folder }) => reported('list', folder, () => files.list(folder).join('\n') || 'The folder is empty.'),
    }),
    search: tool({
      description: 'Finds lines that contain a text (case is ignored) in all text files.',
      inputSchema: z.object({ text: z.string().min(1).max(500), folder: z.string().default('') }),
      execute: ({ text, folder }) => reported('search', folder, () => search(files, text, folder)),
    }),
    read: tool({
      description: 'Reads a file. Long files are cut: ask again with a later first line.',
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
    edit: tool({
      description: 'Replaces a text that occurs exactly once in a file.',
      inputSchema: z.object({ path, old: z.string().min(1).describe('Exact text, with its line breaks'), new: z.string() }),
      execute: ({ path: at, old, new: next }) => reported('edit', at, () => edit(files, at, old, next)),
    }),
    write: tool({
      description: 'Writes a whole file, new or in place of the old one. A new page must also be listed in docs.json.',
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
    check: tool({
      description: 'Checks the documentation as it is now: broken links, unknown components, faults in docs.json.',
      inputSchema: z.object({}),
      execute: () => reported('check', undefined, async () => findingsAsText(await check())),
    }),
  };
}

/** One finding a line, as a compiler would print it. */
export function findingsAsText(findings: readonly CheckFinding[]): string {
  if (findings.length === 0) return 'No findings.';
  return findings
    .map(({ severity, code, message, file, line }) => `${file ? `${file}${line ? `:${line}` : ''} ` : ''}${severity} ${code} ${message}`)
    .join('\n');
}

function search(files: ConfinedFiles, text: string, folder: string): string {
  const wanted = text.toLowerCase();
  const found: string[] = [];
  for (const path of files.list(folder)) {
    if (/\.(?:png|jpe?g|gif|webp|avif|ico|pdf|zip|woff2?|mp4|webm)$/i.test(path)) continue;
    let content: string;
    try {
      content = files.read(path);
    } catch (error) {
      if (error instanceof Refusal) continue;
      throw error;
    }
    if (!content.toLowerCase().includes(wanted)) continue;
    for (const [index, line] of content.split('\n').entries()) {
      if (!line.toLowerCase().includes(wanted)) continue;
      found.push(`${path}:${index + 1}: ${line.trim().slice(0, 300)}`);
      if (found.length >= maxMatches) return `${found.join('\n')}\n(more were found; narrow the search)`;
    }
  }
  return found.join('\n') || 'Nothing found.';
}

/** Byte by byte: what the file holds beside the text stays as it is, also where it is no UTF-8. */
function edit(files: ConfinedFiles, path: string, old: string, next: string): string {
  const content = files.readBytes(path);
  const breaks = lineBreaksOf(content);
  const [wanted, put] = [Buffer.from(breaks(old)), Buffer.from(breaks(next))];
  const first = content.indexOf(wanted);
  if (first === -1) throw new Refusal('the old text is not in the file; read it again');
  if (content.indexOf(wanted, first + 1) !== -1) throw new Refusal('the old text is in the file more than once; take more lines of it');
  files.write(path, Buffer.concat([content.subarray(0, first), put, content.subarray(first + wanted.length)]));
  return `Edited: ${path}.`;
}

/** Models write lines as Unix has them; a file whose lines all end as on Windows keeps its own. */
function lineBreaksOf(content: Buffer): (text: string) => string {
  const isWindows = content.includes('\r\n') && !/(?<!\r)\n/.test(content.toString('latin1'));
  return (text) => (isWindows ? text.replaceAll(/\r?\n/g, '\r\n') : text);
}

function cut(text: string): string {
  if (Buffer.byteLength(text) <= maxOutput) return text;
  return `${Buffer.from(text, 'utf8')
    .subarray(0, maxOutput - 100)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')}\n(cut: the answer is longer than 64 KiB)`;
}
