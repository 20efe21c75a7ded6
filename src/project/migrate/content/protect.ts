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
    const close = new RegExp(`^[ \\t>]*${marker[0] === '`' ? '`' : '~'}{${marker.length},}[ \\t]*$`);
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
