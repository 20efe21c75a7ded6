/** `{…}` in text and props → a value, code to run later, or (for an undefined name) the text itself. */

import type { SourceLocation } from '../../../model/diagnostic.ts';
import { escapeHtml } from '../../../shared/html.ts';
import { wordsInStrings } from '../class-names.ts';
import * as errors from '../errors.ts';
import { evaluateStatic, notStatic } from '../expressions/evaluate-static.ts';
import { type Ast, parseExpression } from '../expressions/javascript.ts';
import { forbiddenGlobals, freeNames, isGlobal } from '../expressions/names.ts';
import { Code, lookUp, Markup, type Value } from '../expressions/value.ts';
import * as importErrors from '../import-errors.ts';
import type { SyntaxNode } from '../parse/syntax-tree.ts';
import type { BodyProp } from './body.ts';
import { BodyWriter } from './body.ts';
import { type Context, locationOf } from './context.ts';

type Owner = { readonly position?: SyntaxNode['position'] };

const number = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;
const simpleString = /^(?:"[^"\\\n]*"|'[^'\\\n]*'|`[^`\\$]*`)$/;

/**
 * `text` excludes the braces. Null renders nothing. An invalid expression is reported (`mdx/syntax`) and renders
 * nothing. Code turns the page into a program.
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
    const diagnostic = errors.badExpression(locationOf(owner, context), code, 'it cannot be parsed');
    context.page.report(diagnostic);
    return null;
  }
  return evaluateAst(ast, code, owner, context);
}

/** Node.js globals that are also ordinary words in paths; by themselves they are text. */
const ambiguousNames = new Set(['exports', 'global', 'module', 'process']);

/** The same in content, where a single global (`/projects/{location}/{module}`) has no value to render and is text. */
export function evaluateContent(text: string, owner: Owner, context: Context): Value {
  const name = text.trim();
  const isSingleName = ambiguousNames.has(name) || (isGlobal(name) && !/^(?:undefined|NaN|Infinity|user)$/.test(name));
  if (isSingleName && !context.scope.hasDynamicProps && !lookUp(context.scope, name)) return reportFreeName(name, name, owner, context);
  return evaluateExpression(text, owner, context);
}

/** Names are resolved first: an undefined one makes the whole expression text. `code` is the source of `ast`. */
export function evaluateAst(ast: Ast, code: string, owner: Owner, context: Context): Value {
  const { uses, dynamicImport } = freeNames(ast);
  if (dynamicImport !== undefined) {
    context.page.report(importErrors.dynamicImport(locationOf(owner, context)));
    return null;
  }
  for (const use of uses) {
    const binding = lookUp(context.scope, use.name);
    if (binding?.kind === 'missing' && !use.isTag && !use.inFunction) return null;
    if (binding) continue;
    if (forbiddenGlobals.has(use.name)) {
      context.page.report(errors.forbiddenGlobal(locationOf(owner, context), use.name));
      return null;
    }
    if (use.isTag || use.inFunction || isGlobal(use.name) || context.scope.hasDynamicProps) continue;
    return reportFreeName(code, use.name, owner, context);
  }
  const { module, scope } = context;
  const value = evaluateStatic(ast, { module, scope, text: code, offset: owner.position?.start.offset ?? 0 });
  if (value !== notStatic) return value;
  return dynamicCode(code, owner, context, ast);
}

/** A known value that must stay JavaScript. */
export function constantCode(value: unknown, owner: Owner, context: Context): Code {
  const text = JSON.stringify(value);
  context.page.isProgram = true;
  for (const word of wordsInStrings(text)) context.page.classNames.add(word);
  return new Code(text, locationOf(owner, context).line);
}

function dynamicCode(code: string, owner: Owner, context: Context, ast: Ast): Code {
  context.page.isProgram = true;
  context.page.codeUses.push(...freeNames(ast).uses);
  for (const word of wordsInStrings(code)) context.page.classNames.add(word);
  return new Code(code, locationOf(owner, context).line);
}

/** Undefined names usually come from other template languages and are meant as text. */
function reportFreeName(code: string, name: string, owner: Owner, context: Context): string {
  const { variables } = context.services.options;
  const variable = /^\{\s*([\w.-]+)\s*\}$/.exec(code)?.[1];
  const location = locationOf(owner, context);
  if (variable && variables && Object.keys(variables).length > 0) {
    context.page.report(errors.unknownVariable(location, variable, Object.keys(variables).sort()));
    return `{${code}}`;
  }
  const prop = propWith(code, owner, context);
  if (prop) context.page.report(errors.freeValue(prop.location, `{${code}}`, name, prop.name));
  else context.page.report(errors.freeIdentifier(location, `{${code}}`, name, isGlobal(name)));
  return `{${code}}`;
}

/** The attribute of a tag whose value is this code; undefined for code in text. */
function propWith(code: string, owner: Owner, context: Context): { readonly name: string; readonly location: SourceLocation } | undefined {
  const { text, locate } = context.module.parsed;
  const start = owner.position?.start.offset;
  if (start === undefined || text[start] !== '<') return undefined;
  const tag = text.slice(start, owner.position?.end.offset);
  const at = tag.indexOf(`={${code}}`);
  const name = at < 0 ? undefined : /[\w-]+$/.exec(tag.slice(0, at))?.[0];
  return name === undefined ? undefined : { name, location: locate(start + at - name.length, name.length + code.length + 3) };
}

/** Writes a value as content. */
export function writeValue(value: Value, context: Context, out: BodyWriter, source?: string): void {
  if (typeof value === 'string' || typeof value === 'number') {
    context.page.addText(String(value));
    out.html(escapeHtml(String(value)), String(value));
  } else if (value instanceof Markup) context.lower(value.nodes, markupContext(value, context), out);
  else if (value instanceof Code) out.push({ type: 'code', code: value });
  else if (Array.isArray(value)) for (const item of value) writeValue(item, context, out, source);
  else if (typeof value === 'object' && value !== null && source !== undefined) {
    context.page.addText(`{${source}}`);
    out.html(escapeHtml(`{${source}}`), `{${source}}`);
  }
}

/** A value as a component prop. A `$content` key of an author is dropped, because only docsgen may mark a value as markup. */
export function toProp(value: Value, context: Context): BodyProp {
  if (value instanceof Markup) {
    const out = new BodyWriter();
    context.lower(value.nodes, markupContext(value, context), out);
    return { $content: out.finish() };
  }
  if (value instanceof Code || typeof value !== 'object' || value === null) return value as BodyProp;
  if (Array.isArray(value)) return value.map((item) => toProp(item as Value, context) ?? null);
  const result: Record<string, BodyProp> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined && key !== '__proto__' && key !== '$content') result[key] = toProp(item as Value, context);
  }
  return result;
}

/** The text of a value in a context that allows only text. */
export function textValue(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number')) return value.join('');
  return undefined;
}

function markupContext(markup: Markup, context: Context): Context {
  return { ...context, module: markup.module, scope: markup.scope };
}

function isComment(code: string): boolean {
  return (code.startsWith('/*') && code.indexOf('*/') === code.length - 2) || (code.startsWith('//') && !code.includes('\n'));
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '').trim();
}
