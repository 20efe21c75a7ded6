/** Removes what is code in MDX, so that the proof counts only text. */
import { endOfExpression, endOfStatement } from '../content/mdx-statements.ts';
import { fenceEnd } from '../content/protect.ts';
import { readTag } from '../content/tags.ts';

/**
 * The text with `import`, `export`, expressions in lines of their own and tags of components as blanks. Lines keep their
 * numbers; blocks and spans of code stay.
 */
export function withoutMdxCode(text: string): string {
  let out = '';
  let at = 0;
  while (at < text.length) {
    const isLineStart = at === 0 || text[at - 1] === '\n';
    const end = (isLineStart ? endAtLineStart(text, at) : undefined) ?? endAnywhere(text, at);
    if (end === undefined) out += text[at++];
    else {
      const part = text.slice(at, end.offset);
      // A tag still ends the paragraph before it.
      const mark = part.startsWith('<') && /(?:^|\n)[ \t>]*$/.test(out) ? '<X>' : '';
      out += end.isText ? part : mark + part.replace(/[^\n]/g, '');
      at = end.offset;
    }
  }
  return out;
}

interface End {
  readonly offset: number;
  readonly isText: boolean;
}

function endAtLineStart(text: string, at: number): End | undefined {
  const fence = fenceEnd(text, at);
  if (fence !== undefined) return { offset: fence, isText: true };
  if (/^(?:import|export)\b/.test(text.slice(at, at + 10))) return { offset: endOfStatement(text, at), isText: false };
  const offset = endOfExpression(text, at);
  return offset === undefined ? undefined : { offset, isText: false };
}

function endAnywhere(text: string, at: number): End | undefined {
  if (text[at] === '`' && text[at - 1] !== '\\') {
    const mark = /^`+/.exec(text.slice(at, at + 100))?.[0] ?? '';
    const close = text.indexOf(mark, at + mark.length);
    const isSpan = close !== -1 && !/\n[ \t]*\n/.test(text.slice(at, close));
    return { offset: isSpan ? close + mark.length : at + mark.length, isText: true };
  }
  if (text.startsWith('{/*', at)) {
    const close = text.indexOf('*/}', at);
    return close === -1 ? undefined : { offset: close + 3, isText: false };
  }
  const tag = text[at] === '<' ? readTag(text, at) : undefined;
  // Links and images count; attributes of other elements are no text.
  if (tag && !/^[A-Z]/.test(tag.name) && (/^(?:a|img)$/.test(tag.name) || !/[\n{]/.test(tag.text))) return undefined;
  return tag && { offset: tag.end, isText: false };
}
