/** Writes the files of a case. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CaseFiles, Piece } from './case-format.ts';

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
    } else if ('text' in content) {
      const { text, each, mode } = content;
      for (let number = 0; number < (each ?? 1); number++) {
        const numbered = each === undefined ? target : target.replaceAll('{n}', String(number));
        if (each !== undefined) mkdirSync(dirname(numbered), { recursive: true });
        writeFileSync(numbered, each === undefined ? bytesOf(text) : bytesOf(withNumber(text, number)));
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
  if ('base64' in piece) return Buffer.from(piece.base64, 'base64');
  return Buffer.from(JSON.stringify(piece.json, null, 2));
}

function withNumber(text: Piece | readonly Piece[], number: number): readonly Piece[] {
  return (Array.isArray(text) ? text : [text]).map((piece: Piece) =>
    typeof piece === 'string' ? piece.replaceAll('{n}', String(number)) : piece,
  );
}
