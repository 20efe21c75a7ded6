/**
 * Takes code out of a Markdown text before its syntax is converted, and puts it back afterwards: no rule can change what
 * readers see as code. A block of code is one token in its own line, so that it moves with its indentation.
 */

/** A fenced block of code, without its indentation. */
export interface Fence {
  readonly marker: string;
  readonly info: string;
  readonly lines: readonly string[];
}

/** A text without code. */
export interface Protected {
  readonly text: string;
  /** Puts the code back. `print` makes a block of a fence. */
  restore(text: string, print?: (fence: Fence, index: number) => readonly string[]): string;
}

const open = /^((?:[ \t]*>)*[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})([^\n]*)$/;
const fenceToken = /\ue000F(\d+)\ue001/;
const inlineToken = /\ue000I(\d+)\ue001/g;

/** The line that closes a block of code. As in CommonMark, one that is indented by four more spaces is part of the code. */
export function closingFence(prefix: string, marker: string): RegExp {
  const indent = prefix.includes('>') ? '[ \\t>]*' : `[ \\t]{0,${prefix.length + 3}}`;
  return new RegExp(`^${indent}${marker[0]}{${marker.length},}[ \\t]*$`, 'm');
}

/** The end of a block of code that begins in this line. */
export function fenceEnd(text: string, at: number): number | undefined {
  const fence = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})([^\n]*)\n/.exec(text.slice(at, at + 400));
  const [whole = '', prefix = '', marker = '', info = ''] = fence ?? [];
  if (!fence || (marker.startsWith('`') && info.includes('`'))) return undefined;
  const close = new RegExp(closingFence(prefix, marker), 'gm');
  close.lastIndex = at + whole.length;
  const found = close.exec(text);
  return found ? found.index + found[0].length : text.length;
}

const unchanged = (text: string): string => text;

/** Converts the text between blocks of code, and the blocks. */
function mapProseAndCode(text: string, convert: (prose: string) => string, convertCode: (code: string) => string): string {
  let out = '';
  let last = 0;
  for (let at = 0; at < text.length; ) {
    const end = fenceEnd(text, at);
    if (end !== undefined) {
      out += convert(text.slice(last, at)) + convertCode(text.slice(at, end));
      last = end;
    }
    at = end ?? (text.indexOf('\n', at) + 1 || text.length);
  }
  return out + convert(text.slice(last));
}

/** Converts the text between blocks of code. */
export function outsideCode(text: string, convert: (prose: string) => string): string {
  return mapProseAndCode(text, convert, unchanged);
}

/** Converts each block of code. */
export function insideCode(text: string, convert: (code: string) => string): string {
  return mapProseAndCode(text, unchanged, convert);
}

/** Blocks of fences, then code spans. HTML comments outside of code are removed: readers never see them. */
export function protect(source: string): Protected {
  const fences: Fence[] = [];
  const spans: string[] = [];
  const out: string[] = [];
  const lines = source.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const match = open.exec(line);
    const [, prefix = '', marker = '', info = ''] = match ?? [];
    if (!match || (marker.startsWith('`') && info.includes('`'))) {
      out.push(line);
      continue;
    }
    const width = prefix.length;
    const close = closingFence(prefix, marker);
    const code: string[] = [];
    let end = at + 1;
    while (end < lines.length && !close.test(lines[end] as string)) {
      code.push(withoutPrefix(lines[end] as string, prefix, width));
      end++;
    }
    out.push(`${prefix}\ue000F${fences.length}\ue001`);
    fences.push({ marker, info: info.trim(), lines: code });
    at = end;
  }
  const text = out
    .join('\n')
    .replace(/<!--(?!@include|\s*@include)[\s\S]*?-->\n?/g, (comment) => (comment.endsWith('\n') && comment.includes('\n\n') ? '\n' : ''))
    .replace(/(?<![`\\])(`+)(?!`)((?:(?!\n[ \t]*\n)[\s\S])*?[^`])\1(?!`)/g, (span) => {
      spans.push(span);
      return `\ue000I${spans.length - 1}\ue001`;
    });
  return {
    text,
    restore(converted, print = printFence) {
      const withSpans = (value: string): string => value.replace(inlineToken, (_, index) => spans[Number(index)] as string);
      return withSpans(
        converted
          .split('\n')
          .flatMap((line) => {
            const match = fenceToken.exec(line);
            if (!match) return [line];
            const before = line.slice(0, match.index);
            const after = line.slice(match.index + match[0].length).trim();
            const [first = '', ...rest] = print(fences[Number(match[1])] as Fence, Number(match[1]));
            const indent = before.replace(/[^>\t]/g, ' ');
            return [
              before + first,
              ...rest.map((each) => (each === '' && !indent.includes('>') ? '' : indent + each)),
              ...(after === '' ? [] : [indent + after]),
            ];
          })
          .join('\n'),
      );
    },
  };
}

function withoutPrefix(line: string, prefix: string, width: number): string {
  if (prefix.includes('>')) return line.replace(/^(?:[ \t]*>)+ ?/, '');
  let at = 0;
  while (at < width && /[ \t]/.test(line[at] ?? '')) at++;
  return line.slice(at);
}

/** A fence as it was. */
function printFence({ marker, info, lines }: Fence): readonly string[] {
  return [`${marker}${info}`, ...lines, marker];
}
