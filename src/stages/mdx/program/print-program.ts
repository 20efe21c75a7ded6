/**
 * The body of a page with code → an ES module in JSX syntax: the author's statements, then a function that returns
 * the page. The sandbox provides `$h`, `$Fragment`, `$html`, `$component`, and the hooks.
 */
import type { ProgramBody } from '../../../model/compiled-page.ts';
import type { HtmlNode } from '../../../model/html-node.ts';
import { escapeContent } from '../../../shared/html.ts';
import { forbiddenGlobals, isGlobal, type NameUse } from '../expressions/names.ts';
import { Code, type Module } from '../expressions/value.ts';
import type { BodyHtml, BodyNode, BodyProp } from '../tree/body.ts';
import { startTag, voidElements } from '../tree/html-attributes.ts';

/** Input for the program of a page or a snippet. */
export interface ProgramParts {
  readonly module: Module;
  readonly body: readonly BodyNode[];
  /** Free names of the code in the body. */
  readonly uses: readonly NameUse[];
  /** File of a snippet with code → the name under which the body uses it. */
  readonly snippets: ReadonlyMap<string, string>;
  /** An imported module: its free names are props. */
  readonly isModule: boolean;
}

/** The author's code keeps its lines, so that `lineMap` maps errors of the sandbox to the source. */
export function printProgram(parts: ProgramParts): ProgramBody {
  const lines = new LineWriter();
  const uses = [...parts.uses, ...parts.module.statements.flatMap((statement) => statement.uses)];
  printStatements(parts, uses, lines);
  const declared = declaredNames(parts);
  for (const name of freeTags(uses, declared)) lines.line(`const ${name} = $component(${JSON.stringify(name)});`);
  lines.line('export default function (props) {');
  if (parts.isModule) {
    for (const name of freeNames(parts.uses, declared)) {
      lines.line(
        `const ${name} = ${JSON.stringify(name)} in props ? props[${JSON.stringify(name)}] : ${JSON.stringify(name === 'children' ? null : `{${name}}`)};`,
      );
    }
  }
  lines.add('return $h($Fragment, null');
  printNodes(parts.body, lines);
  lines.line(');');
  lines.line('}');
  return { kind: 'program', code: lines.text(), lineMap: lines.map() };
}

function printStatements(parts: ProgramParts, uses: readonly NameUse[], lines: LineWriter): void {
  const used = new Set(uses.map(({ name }) => name));
  for (const { kind, text, line, imports, from } of parts.module.statements) {
    if (kind === 'other') lines.source(text, line);
    else {
      const needed = (imports ?? []).filter(({ local }) => used.has(local));
      if (needed.length > 0) lines.line(importStatement(needed, from as string), line);
    }
  }
  for (const [name, binding] of parts.module.names)
    if (binding.kind === 'missing' && used.has(name)) lines.line(`const ${name} = $missing(${JSON.stringify(name)});`);
  for (const [file, name] of parts.snippets) lines.line(`import ${name} from ${JSON.stringify(`/${file}`)};`);
}

function importStatement(imports: readonly { readonly local: string; readonly imported: string }[], from: string): string {
  const source = JSON.stringify(from);
  const statements = imports.filter(({ imported }) => imported === '*').map(({ local }) => `import * as ${local} from ${source};`);
  const named = imports
    .filter(({ imported }) => imported !== '*')
    .map(({ local, imported }) => (local === imported ? local : `${imported} as ${local}`));
  if (named.length > 0) statements.push(`import { ${named.join(', ')} } from ${source};`);
  return statements.join(' ');
}

function declaredNames({ module, snippets }: ProgramParts): Set<string> {
  return new Set([...module.names.keys(), ...snippets.values(), 'props']);
}

function freeTags(uses: readonly NameUse[], declared: ReadonlySet<string>): string[] {
  const names = uses.filter(({ name, isTag }) => isTag && !declared.has(name) && !isGlobal(name)).map(({ name }) => name);
  return [...new Set(names)].sort();
}

function freeNames(uses: readonly NameUse[], declared: ReadonlySet<string>): string[] {
  const names = uses
    .filter(({ name, isTag }) => !isTag && !declared.has(name) && !isGlobal(name) && !forbiddenGlobals.has(name))
    .map(({ name }) => name);
  return [...new Set(names)].sort();
}

/** `asValues`: the nodes are children of a component of the author, whose code can read them. */
function printNodes(nodes: readonly BodyNode[], lines: LineWriter, asValues = false): void {
  for (const [index, node] of nodes.entries()) {
    if (node.type === 'html') {
      const values = asValues ? childValues(node, index === 0, index === nodes.length - 1) : undefined;
      for (const value of values ?? [`$html(${JSON.stringify(node.html)})`]) lines.line(`, ${value}`);
    } else if (node.type === 'code') {
      lines.add(', (');
      lines.source(node.code.text, node.code.line);
      lines.add(')');
    } else {
      const type =
        node.type === 'element' ? JSON.stringify(node.tag) : node.isCode ? node.name : `$component(${JSON.stringify(node.name)})`;
      lines.add(`, $h(${type}, {`, node.type === 'component' ? node.line : undefined);
      for (const [key, value] of Object.entries(node.type === 'element' ? node.attributes : node.props)) {
        lines.add(key.startsWith('...') ? '...(' : `${JSON.stringify(key)}: (`);
        printProp(value, lines);
        lines.add('),');
      }
      lines.add('}');
      printNodes(node.children, lines, node.type === 'component' ? node.isCode : asValues);
      lines.add(')');
    }
  }
}

/**
 * Text as string literals and elements as `$h(…)`, as MDX passes them: components read `children` and its props.
 * Undefined if the nodes do not have all of the HTML, as with highlighted code, formulas and headings with anchors.
 * White space at the ends is not a child.
 */
function childValues({ html, nodes }: BodyHtml, isFirst: boolean, isLast: boolean): string[] | undefined {
  if (nodes.map(htmlOf).join('') !== html) return undefined;
  const values = [...nodes];
  if (isFirst && isBlank(values[0])) values.shift();
  if (isLast && isBlank(values.at(-1))) values.pop();
  return values.map(printValue);
}

function isBlank(node: HtmlNode | undefined): boolean {
  return typeof node === 'string' && node.trim() === '';
}

function htmlOf(node: HtmlNode): string {
  if (typeof node === 'string') return escapeContent(node);
  const start = startTag(node.tag, node.attributes);
  return voidElements.has(node.tag) ? start : `${start}${node.children.map(htmlOf).join('')}</${node.tag}>`;
}

function printValue(node: HtmlNode): string {
  if (typeof node === 'string') return JSON.stringify(node);
  const { class: className, ...attributes } = node.attributes;
  const props = className === undefined ? attributes : { className, ...attributes };
  const children = node.children.map((child) => `, ${printValue(child)}`);
  return `$h(${JSON.stringify(node.tag)}, ${Object.keys(props).length === 0 ? 'null' : JSON.stringify(props)}${children.join('')})`;
}

function printProp(value: BodyProp, lines: LineWriter): void {
  if (value instanceof Code) lines.source(value.text, value.line);
  else if (Array.isArray(value)) {
    lines.add('[');
    for (const item of value) {
      printProp(item as BodyProp, lines);
      lines.add(',');
    }
    lines.add(']');
  } else if (typeof value === 'object' && value !== null) {
    if ('$content' in value) {
      lines.add('$h($Fragment, null');
      printNodes(value.$content as readonly BodyNode[], lines);
      lines.add(')');
    } else {
      lines.add('{');
      for (const [key, item] of Object.entries(value)) {
        lines.add(`${JSON.stringify(key)}: (`);
        printProp(item as BodyProp, lines);
        lines.add('),');
      }
      lines.add('}');
    }
  } else lines.add(value === undefined ? 'undefined' : JSON.stringify(value));
}

/** Lines of the program with the source line of each. The author's code starts on its own lines. */
class LineWriter {
  readonly #lines: string[] = [];
  readonly #sources: number[] = [];
  #current = '';
  #currentSource = 0;

  /** Generated code continues on the same line. */
  add(text: string, line = 0): void {
    this.#current += text;
    if (line !== 0) this.#currentSource = line;
  }

  line(text: string, line = 0): void {
    this.add(text, line);
    this.#end();
  }

  source(text: string, line: number): void {
    if (this.#current !== '') this.#end();
    text.split('\n').forEach((part, index) => {
      this.#lines.push(part);
      this.#sources.push(line + index);
    });
  }

  text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  map(): number[] {
    return this.#sources;
  }

  #end(): void {
    this.#lines.push(this.#current);
    this.#sources.push(this.#currentSource);
    this.#current = '';
    this.#currentSource = 0;
  }
}
