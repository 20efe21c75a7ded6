/** `{…}` in text and props → a value, JavaScript to run later, or (a name that nobody defined) the text itself. */

import { escapeHtml } from '../../../shared/html.ts';
import { wordsInStrings } from '../class-names.ts';
import * as errors from '../errors.ts';
import { evaluateStatic, notStatic } from '../expressions/evaluate-static.ts';
import { type Ast, parseExpression } from '../expressions/javascript.ts';
import { forbiddenGlobals, isGlobal, outsideNames } from '../expressions/names.ts';
import { Code, lookUp, Markup, type Value } from '../expressions/value.ts';
import type { SyntaxNode } from '../parse/syntax-tree.ts';
import type { BodyProp } from './body.ts';
import { BodyWriter } from './body.ts';
import { type Context, placeOf } from './context.ts';

type Owner = { readonly position?: SyntaxNode['position'] };

const number = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;
const simpleString = /^(?:"[^"\\\n]*"|'[^'\\\n]*'|`[^`\\$]*`)$/;

/**
 * `text` without its braces. Null shows nothing; so does what cannot be parsed, which is told (`mdx/syntax`). With code
 * in it, the page becomes a program.
 */
export function evaluateExpression(text: string, owner: Owner, context: Context): Value {
  const code = text.trim();
  if (number.test(code)) return Number(code);
  if (simpleString.test(code)) return code.slice(1, -1);
  if (code === 'true' || code === 'false') return code === 'true';
  if (code === '' || code === 'null' || isComment(code)) return null;
  const ast = parseExpression(code);
  if (!ast) {
    if (withoutComments(code) === '') return null;
    const diagnostic = errors.badExpression(placeOf(owner, context), code, 'it cannot be parsed');
    context.page.tell(diagnostic);
    return null;
  }
  return evaluateAst(ast, code, owner, context);
}

/** Names of the machine that builds, and of things that paths are about: alone they ask for nothing. */
const words = new Set(['exports', 'global', 'module', 'process']);

/** The same among text, where a global alone (`/projects/{location}/{module}`) has nothing that a page could show: it is text. */
export function evaluateContent(text: string, owner: Owner, context: Context): Value {
  const name = text.trim();
  const isAlone = words.has(name) || (isGlobal(name) && !/^(?:undefined|NaN|Infinity|user)$/.test(name));
  if (isAlone && !context.scope.isOpen && !lookUp(context.scope, name)) return freeText(name, name, owner, context);
  return evaluateExpression(text, owner, context);
}

/** Names are judged first: one that nobody defines makes the whole of it text. `code` is what `ast` was parsed from. */
export function evaluateAst(ast: Ast, code: string, owner: Owner, context: Context): Value {
  const { uses, dynamicImport } = outsideNames(ast);
  if (dynamicImport !== undefined) {
    context.page.tell(errors.dynamicImport(placeOf(owner, context)));
    return null;
  }
  for (const use of uses) {
    const binding = lookUp(context.scope, use.name);
    if (binding?.kind === 'missing' && !use.isTag && !use.inFunction) return null;
    if (binding) continue;
    if (forbiddenGlobals.has(use.name)) {
      context.page.tell(errors.forbiddenGlobal(placeOf(owner, context), use.name));
      return null;
    }
    if (use.isTag || use.inFunction || isGlobal(use.name) || context.scope.isOpen) continue;
    return freeText(code, use.name, owner, context);
  }
  const { module, scope } = context;
  const value = evaluateStatic(ast, { module, scope, text: code, offset: owner.position?.start.offset ?? 0 });
  if (value !== notStatic) return value;
  return codeOf(code, owner, context, ast);
}

/** A known value that has to stay JavaScript. */
export function constantCode(value: unknown, owner: Owner, context: Context): Code {
  const text = JSON.stringify(value);
  context.page.isProgram = true;
  for (const word of wordsInStrings(text)) context.page.classNames.add(word);
  return new Code(text, placeOf(owner, context).line);
}

function codeOf(code: string, owner: Owner, context: Context, ast: Ast): Code {
  context.page.isProgram = true;
  context.page.codeUses.push(...outsideNames(ast).uses);
  for (const word of wordsInStrings(code)) context.page.classNames.add(word);
  return new Code(code, placeOf(owner, context).line);
}

/** Names from other templating languages are meant as text. */
function freeText(code: string, name: string, owner: Owner, context: Context): string {
  const { variables } = context.services.options;
  const variable = /^\{\s*([\w.-]+)\s*\}$/.exec(code)?.[1];
  const place = placeOf(owner, context);
  if (variable && variables && Object.keys(variables).length > 0) {
    context.page.tell(errors.unknownVariable(place, variable, Object.keys(variables).sort()));
  } else context.page.tell(errors.freeIdentifier(place, `{${code}}`, name, isGlobal(name)));
  return `{${code}}`;
}

/** Writes a value as content. */
export function writeValue(value: Value, context: Context, out: BodyWriter, source?: string): void {
  if (typeof value === 'string' || typeof value === 'number') {
    context.page.addText(String(value));
    out.html(escapeHtml(String(value)), String(value));
  } else if (value instanceof Markup) context.lower(value.nodes, inMarkup(value, context), out);
  else if (value instanceof Code) out.push({ type: 'code', code: value });
  else if (Array.isArray(value)) for (const item of value) writeValue(item, context, out, source);
  else if (typeof value === 'object' && value !== null && source !== undefined) {
    context.page.addText(`{${source}}`);
    out.html(escapeHtml(`{${source}}`), `{${source}}`);
  }
}

/** A value as a component gets it. What an author calls `$content` is left out: only we may say what is markup. */
export function propOf(value: Value, context: Context): BodyProp {
  if (value instanceof Markup) {
    const out = new BodyWriter();
    context.lower(value.nodes, inMarkup(value, context), out);
    return { $content: out.finish() };
  }
  if (value instanceof Code || typeof value !== 'object' || value === null) return value as BodyProp;
  if (Array.isArray(value)) return value.map((item) => propOf(item as Value, context) ?? null);
  const result: Record<string, BodyProp> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined && key !== '__proto__' && key !== '$content') result[key] = propOf(item as Value, context);
  }
  return result;
}

/** Text of a value where only text can stand. */
export function textValue(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number')) return value.join('');
  return undefined;
}

function inMarkup(markup: Markup, context: Context): Context {
  return { ...context, module: markup.module, scope: markup.scope };
}

function isComment(code: string): boolean {
  return (code.startsWith('/*') && code.indexOf('*/') === code.length - 2) || (code.startsWith('//') && !code.includes('\n'));
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '').trim();
}
