/** The info string and line marks of a code block: from the form of each tool to that of docsgen. */
import type { Dialect } from '../model.ts';
import type { Fence } from './protect.ts';

/** Flags of other tools without a counterpart, which would be read as a title. */
const flags =
  /(?:^|\s)(?:live|npm2yarn|jsx-live|noInline|copy|copyable|annotate|no-line-numbers|:no-line-numbers|skip-test|only|noEditor)(?=\s|$)/g;
const comment = /(?:\/\/|#|\/\*|<!--|--|\{\/\*|;|%|REM)\s*(highlight-(?:next-line|start|end))\s*(?:\*\/\}?|-->)?\s*$/;

/** The lines of the converted block. */
export function convertFence(fence: Fence, dialect: Dialect): readonly string[] {
  const lines: string[] = [];
  const marked: number[] = [];
  let isOn = false;
  let isNext = false;
  for (const line of fence.lines) {
    const word = dialect === 'docusaurus' ? comment.exec(line)?.[1] : undefined;
    if (word !== undefined && line.replace(comment, '').trim() === '') {
      if (word === 'highlight-next-line') isNext = true;
      else isOn = word === 'highlight-start';
      continue;
    }
    lines.push(line);
    if (isOn || isNext) marked.push(lines.length);
    isNext = false;
  }
  const info = convertInfo(fence.info, dialect, marked);
  const longest = Math.max(2, ...lines.map((line) => /^\s*(`{3,}|~{3,})/.exec(line)?.[1]?.length ?? 0));
  const marker = fence.marker.length > longest ? fence.marker : '`'.repeat(longest + 1);
  return [`${marker}${info}`, ...lines, marker];
}

function convertInfo(info: string, dialect: Dialect, marked: readonly number[]): string {
  let text = info.replace(/^\{\s*\.([\w+-]+)([^}]*)\}/, '$1 $2').replace(flags, ' ');
  // `hl_lines="1 3-5"`, `linenums="1"`.
  text = text.replace(
    /\bhl_lines=["']([^"']*)["']/,
    (_, ranges: string) =>
      `{${ranges
        .trim()
        .split(/[\s,]+/)
        .join(',')}}`,
  );
  text = text.replace(/\blinenums=["'][^"']*["']/, 'lines').replace(/(?:^|\s)\.(?:annotate|no-copy|copy|select|no-select)\b/g, ' ');
  text = text.replace(/:(?:line-numbers|showLineNumbers)(?:=\d+)?/i, ' lines');
  text = text.replace(/\b(?:ins|del|mark|add|remove)=\{([\d,\s-]+)\}/g, '{$1}');
  if (dialect === 'starlight')
    text = text
      .replace(
        /\s(?:ins|del|mark|collapse|frame|startLineNumber|useDiffSyntax|preserveIndent|hangingIndent|lang)=(?:"[^"]*"|'[^']*'|\{[^}]*\}|\/(?:\\.|[^/])*\/|\S+)/g,
        ' ',
      )
      .replace(/(?<=\s)(?:"[^"]*"|'[^']*'|\/(?:\\.|[^/\n])*\/)(?=\s|$)/g, ' ');
  if (dialect === 'nextra')
    text = text.replace(/(?<=\s)\/(?:\\.|[^/\n])*\/(?:[\d,-]+)?(?=\s|$)/g, ' ').replace(/\bshowLineNumbers\b/, 'lines');
  if (marked.length > 0) text += ` {${marked.join(',')}}`;
  return text.replace(/\s+/g, ' ').trim();
}
