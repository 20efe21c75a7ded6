/** Text edits by offset. */
import type { Diagnostic } from '../../model/diagnostic.ts';
import { findAddress, offsetsOf } from './find-address.ts';

/** Offsets in UTF-16 code units; `end` is exclusive. `start` = `end` inserts. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies all edits. Of overlapping edits, the first one wins. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < at) continue;
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** A URL to replace, at or after a position. */
export interface AddressEdit {
  /** 1-based, like the column. */
  readonly line: number;
  readonly column: number;
  /** As it is written in the file. */
  readonly from: string;
  readonly to: string;
}

/** Finds URLs in a text, each at an offset of its own. */
export function locateAddresses<T extends AddressEdit>(
  text: string,
  wanted: readonly T[],
): { readonly found: readonly { readonly start: number; readonly address: T }[]; readonly lost: readonly T[] } {
  const offset = offsetsOf(text);
  const taken = new Set<number>();
  const found: { readonly start: number; readonly address: T }[] = [];
  const lost: T[] = [];
  for (const address of wanted) {
    const start = findAddress(text, address.from, offset(address.line, address.column), taken);
    if (start === undefined) lost.push(address);
    else {
      taken.add(start);
      found.push({ start, address });
    }
  }
  return { found, lost };
}

/** Edits for the URLs that are found; others are left unchanged. */
export function addressEdits(
  text: string,
  wanted: readonly AddressEdit[],
): { readonly edits: readonly TextEdit[]; readonly lost: readonly AddressEdit[] } {
  const { found, lost } = locateAddresses(text, wanted);
  return { edits: found.map(({ start, address: { from, to } }) => ({ start, end: start + from.length, text: to })), lost };
}

/** The unambiguous fixes among the diagnostics of one file. */
export function fixesOf(diagnostics: readonly Diagnostic[]): AddressEdit[] {
  return diagnostics.flatMap(({ fix, location }) => (fix && location ? [{ line: location.line, column: location.column, ...fix }] : []));
}
