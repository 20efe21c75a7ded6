/**
 * Code in a snippet that runs: its props are known only then. One private character stands for each `{word}` while the
 * code is highlighted, so that no token of the language ends within it.
 */
import { Code } from '../expressions/value.ts';
import type { Context } from './context.ts';

/** Code in which each prop is one character, and what the characters stand for. */
export interface OpenCode {
  /** The code with a character for each prop. */
  readonly code: string;
  /** As they are written, braces and all, in the order of their characters. */
  readonly props: readonly string[];
}

const firstMark = 0xe000;
const maxProps = 1_000;
const propName = /\{(?:props\.)?([A-Za-z_$][\w$]*)\}/g;

/** Undefined when nothing in the code waits for a prop. */
export function openProps(code: string, { scope }: Context): OpenCode | undefined {
  if (!scope.isOpen || !code.includes('{') || /[\ue000-\uf8ff]/.test(code)) return undefined;
  const props: string[] = [];
  const marked = code.replace(propName, (whole, name: string) => {
    if (scope.names.has(name) && !whole.startsWith('{props.')) return whole;
    let index = props.indexOf(whole);
    if (index < 0 && props.length < maxProps) index = props.push(whole) - 1;
    return index < 0 ? whole : String.fromCharCode(firstMark + index);
  });
  return props.length === 0 ? undefined : { code: marked, props };
}

/** The highlighted code as the program makes it: values as text, `{word}` where there is none. */
export function openHtml(html: string, props: readonly string[], line: number): Code {
  return new Code(`$html(${joined(html, props)}.map((part) => part[1] ?? ${escaped('part[0]')}).join(""))`, line);
}

/** The same for text that is no HTML. */
export function openText(text: string, props: readonly string[], line: number): Code {
  return new Code(`${joined(text, props)}.map((part) => part[1] ?? part[0]).join("")`, line);
}

/** A list of `[value]` and `[, text]`. */
function joined(text: string, props: readonly string[]): string {
  const parts = text.split(/([\ue000-\uf8ff])/).map((part, index) => {
    const prop = index % 2 === 1 ? props[part.charCodeAt(0) - firstMark] : undefined;
    if (prop === undefined) return `[, ${JSON.stringify(part)}]`;
    const value = `props[${JSON.stringify(prop.replace(propName, '$1'))}]`;
    return `[/^(?:string|number)$/.test(typeof ${value}) ? String(${value}) : ${JSON.stringify(prop)}]`;
  });
  return `[${parts.join(', ')}]`;
}

function escaped(value: string): string {
  return `${value}.replace(/[&<>"]/g, (sign) => "&#" + sign.charCodeAt(0) + ";")`;
}
