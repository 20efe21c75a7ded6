/**
 * Code in a snippet that runs: its props are known only at run time. Each `{word}` is replaced with one private-use
 * character during highlighting, so that no token boundary falls inside it.
 */
import { Code } from '../expressions/value.ts';
import type { Context } from './context.ts';

/** Code with one character for each prop. */
export interface CodeWithProps {
  readonly code: string;
  /** The props as written, including braces, in the order of their characters. */
  readonly props: readonly string[];
}

const firstMark = 0xe000;
const maxProps = 1_000;
const propName = /\{(?:props\.)?([A-Za-z_$][\w$]*)\}/g;

/** Undefined if the code contains no prop. */
export function extractProps(code: string, { scope }: Context): CodeWithProps | undefined {
  if (!scope.hasDynamicProps || !code.includes('{') || /[\ue000-\uf8ff]/.test(code)) return undefined;
  const props: string[] = [];
  const marked = code.replace(propName, (whole, name: string) => {
    if (scope.names.has(name) && !whole.startsWith('{props.')) return whole;
    let index = props.indexOf(whole);
    if (index < 0 && props.length < maxProps) index = props.push(whole) - 1;
    return index < 0 ? whole : String.fromCharCode(firstMark + index);
  });
  return props.length === 0 ? undefined : { code: marked, props };
}

/** Program code for the highlighted block: prop values as text, `{word}` where there is none. */
export function printHtml(html: string, props: readonly string[], line: number): Code {
  return new Code(`$html(${partList(html, props)}.map((part) => part[1] ?? ${escapeExpression('part[0]')}).join(""))`, line);
}

/** The same for plain text. */
export function printText(text: string, props: readonly string[], line: number): Code {
  return new Code(`${partList(text, props)}.map((part) => part[1] ?? part[0]).join("")`, line);
}

/** An array of `[value]` and `[, text]`. */
function partList(text: string, props: readonly string[]): string {
  const parts = text.split(/([\ue000-\uf8ff])/).map((part, index) => {
    const prop = index % 2 === 1 ? props[part.charCodeAt(0) - firstMark] : undefined;
    if (prop === undefined) return `[, ${JSON.stringify(part)}]`;
    const value = `props[${JSON.stringify(prop.replace(propName, '$1'))}]`;
    return `[/^(?:string|number)$/.test(typeof ${value}) ? String(${value}) : ${JSON.stringify(prop)}]`;
  });
  return `[${parts.join(', ')}]`;
}

function escapeExpression(value: string): string {
  return `${value}.replace(/[&<>"]/g, (sign) => "&#" + sign.charCodeAt(0) + ";")`;
}
