/** Writes the files of a case. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CaseFiles, List, Piece } from './format/content.ts';

export function writeCaseFiles(folder: string, files: CaseFiles): void {
  mkdirSync(folder, { recursive: true });
  /** Permissions come last: a folder that nobody may write to gets its files first. */
  const modes: [string, string][] = [];
  for (const [path, content] of Object.entries(files)) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    if (typeof content === 'string' || Array.isArray(content)) writeFileSync(target, bytesOf(content));
    else if ('symlink' in content) symlinkSync(content.symlink, target);
    else if ('fifo' in content) {
      if (spawnSync('mkfifo', [target]).status !== 0) throw new Error(`no pipe can be made at ${path}`);
    } else if ('folder' in content) {
      mkdirSync(target, { recursive: true });
      if (content.mode) modes.push([target, content.mode]);
    } else if ('sparse' in content) {
      writeFileSync(target, '');
      truncateSync(target, content.sparse);
    } else if ('texts' in content) {
      for (const [number, text] of content.texts.entries()) writeFileSync(target.replaceAll('{n}', String(number)), bytesOf(text));
    } else if ('replace' in content) {
      const before = readFileSync(target, 'utf8');
      if (!before.includes(content.replace[0])) throw new Error(`${path} has no "${content.replace[0]}" to replace`);
      writeFileSync(
        target,
        before.replace(content.replace[0], () => content.replace[1]),
      );
    } else if ('text' in content) {
      const { text, each, mode } = content;
      for (const [number, item] of (each === undefined ? [''] : itemsOf(each)).entries()) {
        const numbered = each === undefined ? target : target.replaceAll('{n}', String(number));
        if (each !== undefined) mkdirSync(dirname(numbered), { recursive: true });
        writeFileSync(numbered, each === undefined ? bytesOf(text) : bytesOf(withItem(text, number, item)));
        if (mode) modes.push([numbered, mode]);
      }
    } else writeFileSync(target, bytesOf(content));
  }
  for (const [path, mode] of modes) chmodSync(path, Number.parseInt(mode, 8));
}

/** The bytes that a text of a case stands for. */
export function bytesOf(text: Piece | readonly Piece[]): Buffer {
  return Buffer.concat((Array.isArray(text) ? text : [text]).map(bytesOfPiece));
}

function bytesOfPiece(piece: Piece): Buffer {
  if (typeof piece === 'string') return Buffer.from(piece);
  if ('repeat' in piece) return Buffer.from(piece.repeat[0].repeat(piece.repeat[1]));
  if ('count' in piece) {
    const [text, count] = piece.count;
    return Buffer.from(Array.from({ length: count }, (_, number) => text.replaceAll('{n}', String(number))).join(''));
  }
  if ('join' in piece) {
    const [text, list, separator] = piece.join;
    return Buffer.from(
      itemsOf(list)
        .map((item, number) => placeItem(text, number, item))
        .join(separator),
    );
  }
  if ('base64' in piece) return Buffer.from(piece.base64, 'base64');
  return Buffer.from(JSON.stringify(piece.json, null, 2));
}

/** The items of a list: a number is the numbers from 0. */
export function itemsOf(list: List | number): readonly string[] {
  if (typeof list === 'number') return Array.from({ length: list }, (_, index) => String(index));
  if (typeof list !== 'string') return list;
  return JSON.parse(readFileSync(new URL(`../../fixtures/cases/${list}.json`, import.meta.url), 'utf8')) as readonly string[];
}

function withItem(text: Piece | readonly Piece[], number: number, item: string): readonly Piece[] {
  return (Array.isArray(text) ? text : [text]).map((piece: Piece) => (typeof piece === 'string' ? placeItem(piece, number, item) : piece));
}

function placeItem(text: string, number: number, item: string): string {
  const values: Readonly<Record<string, string>> = { '{n}': String(number), '{item}': item, '{json}': JSON.stringify(item) };
  return text.replace(/\{(?:n|item|json)\}/g, (name) => values[name] as string);
}
