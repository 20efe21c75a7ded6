/** Syntax of Python-Markdown extensions: attribute lists, icons, keys, marks, definitions, abbreviations. Works on text without code. */

/** Attribute lists are left out, except ids of headings. */
export function mkdocsInline(source: string): string {
  return source
    .replace(/^\*\[[^\]]+\]:.*\n?/gm, '')
    .replace(/^\[TOC\][ \t]*$/gim, '')
    .replace(/^([ \t]*#{1,6} .*?)[ \t]*\{:?[ \t]*([^}\n]*)\}[ \t]*$/gm, (_, heading: string, list: string) => {
      const id = /#([\w:.-]+)/.exec(list)?.[1];
      return heading.replace(/[ \t]+#+$/, '') + (id === undefined ? '' : ` {#${id}}`);
    })
    .replace(/[ \t]?\{:?[ \t]*(?:[.#][\w:.-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[^\s}]+)|[ \t]+|markdown|annotate|data-[\w-]+)+[ \t]*\}/g, '')
    .replace(/:(?:octicons|material|fontawesome|simple)-[\w-]+:/g, '')
    .replace(/(?<=^|[\s(])\+\+([\w"'-]+(?:\+[\w"'-]+)*)\+\+/gm, (_, keys: string) =>
      keys
        .split('+')
        .map((key) => `<kbd>${key.replace(/["']/g, '')}</kbd>`)
        .join('+'),
    )
    .replace(/(?<![=\w])==(\S(?:[^=\n]*\S)?)==(?!=)/g, '<mark>$1</mark>')
    .replace(/(?<!\^)\^\^(\S(?:[^\n^]*\S)?)\^\^/g, '<u>$1</u>')
    .replace(/\{--([\s\S]+?)--\}/g, '~~$1~~')
    .replace(/\{\+\+([\s\S]+?)\+\+\}/g, '<u>$1</u>')
    .replace(/\{==([\s\S]+?)==\}/g, '<mark>$1</mark>')
    .replace(/\{>>([\s\S]+?)<<\}/g, '($1)')
    .replace(/\{~~([\s\S]+?)~>([\s\S]+?)~~\}/g, '~~$1~~ $2')
    .replace(/[ \t]markdown(?:=(?:"\w*"|'\w*'|\w+))?(?=[\s>])/g, '');
}

/** `term` and `:   text` → the term in bold and its text. */
export function definitions(source: string): string {
  const lines = source.split('\n');
  const out: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const match = /^([ \t]*):(?:[ ]{2,4}|\t)(\S.*)$/.exec(line);
    if (!match) {
      out.push(line);
      continue;
    }
    const indent = match[1] ?? '';
    let term = out.length - 1;
    while (term >= 0 && out[term]?.trim() === '') term--;
    const name = out[term] ?? '';
    if (name.trim() !== '' && !/^\s*(?:\*\*|[-*+#>|<]|\ue000F)/.test(name) && name.startsWith(indent))
      out[term] = `${indent}**${name.trim().replace(/^\*\*|\*\*$/g, '')}**`;
    if (out.at(-1)?.trim() !== '') out.push('');
    out.push(indent + (match[2] ?? ''));
    while (at + 1 < lines.length && (lines[at + 1]?.trim() === '' || /^(?: {4}|\t)/.test((lines[at + 1] ?? '').slice(indent.length)))) {
      const next = lines[++at] as string;
      out.push(next.trim() === '' ? '' : indent + next.slice(indent.length).replace(/^(?: {4}|\t)/, ''));
    }
  }
  return out.join('\n');
}

/** A block that a plugin of MkDocs replaces by a reference of source code: `::: package.module`, with indented options. */
export const generatedBlock = /^([ \t]*):::[ \t]*[\w.-]+[ \t]*$(?:\n(?:\1[ \t]+\S[^\n]*|[ \t]*(?=\n\1[ \t]+\S)))*/gm;
