/**
 * Reads the content of a page from its source with the unified parsers; docsgen's own parser is not used. Imported
 * snippets count as their text; the output of author components is unknown here (`computed`).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Parser } from 'acorn';
import jsx from 'acorn-jsx';
import { load as parseYaml } from 'js-yaml';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

const strict = unified().use(remarkParse).use(remarkFrontmatter, ['yaml', 'toml']).use(remarkMdx).use(remarkGfm).use(remarkMath);
const withoutMath = unified()
  .use(remarkParse)
  .use(remarkFrontmatter, ['yaml', 'toml'])
  .use(remarkMdx)
  .use(remarkGfm)
  .use(remarkMath, { singleDollarTextMath: false });
const javascript = Parser.extend(jsx());

/** Props of the built-in components that are displayed as text. */
const wordProps = {
  Accordion: ['title', 'description'],
  Callout: ['title'],
  Card: ['title', 'cta'],
  'Color.Item': ['name', 'value'],
  'Color.Row': ['title'],
  Expandable: ['title'],
  Frame: ['caption', 'hint'],
  ParamField: ['query', 'path', 'body', 'header', 'type', 'default'],
  Prompt: ['description'],
  ResponseField: ['name', 'type', 'default'],
  Step: ['title'],
  Tab: ['title'],
  Tile: ['title', 'description'],
  Tooltip: ['tip', 'headline', 'cta'],
  'Tree.File': ['name'],
  'Tree.Folder': ['name'],
  Update: ['label', 'description'],
  View: ['title'],
};
const globals = new Set(['undefined', 'NaN', 'user', 'window', 'document', 'React', 'props', 'children']);
/** Elements whose content is a fallback for players. */
const players = new Set(['video', 'audio', 'iframe', 'object', 'noscript', 'canvas']);
const linkProps = new Set(['Card', 'Tile', 'Tooltip', 'a']);
const imageProps = { Card: 'img', img: 'src', video: 'src', iframe: 'src', audio: 'src', source: 'src' };

/**
 * @param {string} root the folder of docs.json
 * @param {string} file the page, relative to it
 * @param {Readonly<Record<string, string>>} variables those of docs.json
 */
export function readSource(root, file, variables) {
  const facts = {
    title: '',
    linkTo: undefined,
    words: [],
    headings: [],
    codes: [],
    cells: [],
    links: [],
    images: [],
    items: [],
    componentWords: [],
    computed: false,
  };
  const text = readText(join(root, file));
  const fields = frontMatter(text);
  facts.title = String(fields.title ?? '');
  facts.linkTo = linkOf(text);
  const reader = new Reader(root, facts, variables);
  reader.file(file, text, new Map(), 0);
  reader.assignAudiences();
  return facts;
}

function frontMatter(text) {
  const front = /^\ufeff?---\r?\n([\s\S]*?)\r?\n---/.exec(text);
  try {
    return (front && parseYaml(front[1])) ?? {};
  } catch {
    // The words of the body are still compared.
    return {};
  }
}

/** The target of an external link page; undefined for any other. */
export function linkOf(text) {
  const { url } = frontMatter(text);
  return typeof url === 'string' ? url : undefined;
}

function readText(path) {
  return readFileSync(path, 'utf8')
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n');
}

/** Thrown for a page that the reference parsers cannot read. */
export class Unreadable extends Error {}

function parse(text) {
  let first;
  for (const [reader, source] of [
    [strict, text],
    [withoutMath, text],
    [strict, repaired(text)],
    [withoutMath, repaired(text)],
  ]) {
    try {
      return reader.parse(source);
    } catch (error) {
      first ??= error;
    }
  }
  throw new Unreadable(`${first.message} (${first.line ?? first.place?.line ?? '?'})`);
}

/**
 * Converts common author syntax that is not MDX, keeping line numbers: HTML comments, URLs in `<…>`, ids in `{#…}`,
 * `{{…}}`, and imports with a tag right below them, which are moved to the end.
 */
function repaired(text) {
  let inCode = '';
  const imports = [];
  let isAfterGap = true;
  const body = text
    .replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '))
    .split('\n')
    .map((line) => {
      const fence = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
      if (fence && (inCode === '' || (fence.startsWith(inCode) && line.trim() === fence))) inCode = inCode === '' ? fence : '';
      const canImport = isAfterGap;
      isAfterGap = line.trim() === '';
      if (inCode !== '' || fence) return line;
      if (canImport && /^import\s.*\sfrom\s+(['"])[^'"]+\1;?\s*$/.test(line)) {
        imports.push(line);
        isAfterGap = true;
        return '';
      }
      return line
        .replace(/\{\{([^{}]*)\}\}/g, '\\{\\{$1\\}\\}')
        .replace(/<((?:https?:\/\/|mailto:)[^\s<>]+|[^\s<>@]+@[^\s<>]+\.[a-z]+)>/g, ' $1 ')
        .replace(/(^#{1,6} .*?)\s*\\?\{#[^}]*\}\s*$/, '$1')
        .replace(/<(?=[\d\s=])/g, '\\<')
        .replace(/<(br|hr|img|input)((?:\s[^<>]*?)?)\s*(?<!\/)>/g, '<$1$2/>');
    })
    .join('\n');
  return imports.length === 0 ? body : `${body}\n\n${imports.join('\n')}\n`;
}

/** Whether a component of a module can return `null`, such as one that waits for a choice of the reader. */
function returnsNothing(text, name) {
  let program;
  try {
    program = javascript.parse(text, { ecmaVersion: 'latest', sourceType: 'module', allowReturnOutsideFunction: true });
  } catch {
    return false;
  }
  const declared = program.body.flatMap((statement) => {
    if (statement.type === 'ExportDefaultDeclaration') return name === 'default' ? [statement.declaration] : [];
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    const parts = declaration?.declarations ?? (declaration?.type === 'FunctionDeclaration' ? [declaration] : []);
    return parts.filter((part) => part.id?.name === name);
  });
  const has = (value) =>
    typeof value === 'object' &&
    value !== null &&
    ((value.type === 'ReturnStatement' && value.argument?.type === 'Literal' && value.argument.value === null) ||
      Object.values(value).some(has));
  return declared.some(has);
}

const lists = ['words', 'headings', 'codes', 'cells', 'links', 'images', 'items'];

class Reader {
  constructor(root, facts, variables) {
    this.root = root;
    this.facts = facts;
    this.variables = variables;
    /** The audiences for which the components of a file are used; undefined for all readers. */
    this.uses = new Map();
  }

  /** `scope`: names of texts, snippets and author code. */
  file(file, text, scope, depth) {
    if (depth > 20) return;
    const filled = text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (found, name) =>
      Object.hasOwn(this.variables, name) ? String(this.variables[name]) : found,
    );
    const tree = parse(filled);
    const at = { file, scope: new Map(scope), depth, audience: undefined, definitions: new Map() };
    const gather = (node) => {
      // CommonMark: the first of several definitions counts.
      if (node.type === 'definition' && !at.definitions.has(node.identifier)) at.definitions.set(node.identifier, node.url);
      if (node.type === 'mdxjsEsm') this.module(node, at);
      for (const child of node.children ?? []) gather(child);
    };
    gather(tree);
    this.blocks(tree.children, at);
  }

  add(kind, node, at, fact) {
    this.facts[kind].push({
      ...fact,
      file: at.file,
      line: node?.position?.start.line ?? 1,
      ...(at.audience && { audience: at.audience }),
      ...(at.omitted && { omitted: at.omitted }),
      ...(at.condition && { condition: at.condition }),
    });
  }

  words(text, node, at, isProp = false) {
    if (text.trim() !== '') this.add('words', node, at, { text, ...(isProp && { isProp }) });
  }

  /** Names of imports and exports. */
  module(node, at) {
    for (const statement of node.data?.estree?.body ?? []) {
      if (statement.type === 'ImportDeclaration') this.import(statement, at);
      const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
      for (const one of declared?.type === 'VariableDeclaration' ? declared.declarations : []) {
        const text = literal(one.init, at.scope);
        if (one.id.type === 'Identifier') at.scope.set(one.id.name, text === undefined ? { code: true } : { text });
        if (text === undefined) this.code(one.init, node, at.file);
      }
      if (declared?.type === 'FunctionDeclaration') {
        at.scope.set(declared.id.name, { code: true });
        this.code(declared.body, node, at.file);
      }
    }
  }

  import(statement, at) {
    const source = String(statement.source.value);
    const path = source.startsWith('.') ? posix.join(posix.dirname(at.file), source) : source.replace(/^\/+/, '');
    const found = [path, `${path}.mdx`, `${path}.jsx`].find((one) => existsSync(join(this.root, one)) && !one.endsWith('/'));
    for (const { type, local, imported } of statement.specifiers) {
      if (found === undefined) at.scope.set(local.name, { missing: true });
      else if (/\.mdx?$/.test(found) && type === 'ImportDefaultSpecifier') at.scope.set(local.name, { snippet: found });
      else if (/\.mdx?$/.test(found)) at.scope.set(local.name, this.exported(found, imported?.name, at.depth));
      else {
        const code = readText(join(this.root, found));
        at.scope.set(local.name, {
          code: true,
          file: found,
          isWithoutChildren: !/\bchildren\b|\bprops\b|\.\.\.|\barguments\b/.test(code),
          isConditional: returnsNothing(code, imported?.name ?? 'default'),
        });
        this.script(found);
      }
    }
  }

  /** A name that a snippet exports. */
  exported(file, name, depth) {
    if (depth > 20) return { code: true };
    try {
      const inner = { file, scope: new Map(), depth: depth + 1 };
      const visit = (node) => {
        if (node.type === 'mdxjsEsm') this.module(node, inner);
        for (const child of node.children ?? []) visit(child);
      };
      visit(parse(readText(join(this.root, file))));
      return inner.scope.get(name) ?? { code: true };
    } catch {
      return { code: true };
    }
  }

  /** Words in a component file: they count only when the HTML has them. */
  script(file, imported = file) {
    this.facts.computed = true;
    this.scripts ??= new Set();
    if (this.scripts.has(file)) return;
    this.scripts.add(file);
    try {
      const text = readText(join(this.root, file));
      const program = javascript.parse(text, {
        ecmaVersion: 'latest',
        sourceType: 'module',
        locations: true,
        allowReturnOutsideFunction: true,
      });
      this.code(program, undefined, file, imported);
      for (const statement of program.body) {
        if (statement.type !== 'ImportDeclaration') continue;
        const source = String(statement.source.value);
        const path = source.startsWith('.') ? posix.join(posix.dirname(file), source) : source.replace(/^\/+/, '');
        if (/\.[jt]sx?$/.test(path) && existsSync(join(this.root, path))) this.script(path, imported);
      }
    } catch {
      /* TypeScript, or invalid: its content is unknown */
    }
  }

  code(tree, node, file, imported) {
    const walk = (value) => {
      if (typeof value !== 'object' || value === null) return;
      if (Array.isArray(value)) return value.forEach(walk);
      if (value.type === 'JSXText' && value.value.trim() !== '')
        this.facts.componentWords.push({
          text: value.value.replace(/\s+/g, ' '),
          file,
          imported,
          line: value.loc?.start.line ?? node?.position?.start.line ?? 1,
        });
      for (const key in value) if (key !== 'loc' && key !== 'range') walk(value[key]);
    };
    this.facts.computed = true;
    walk(tree);
  }

  /** The words of a component that is used only in content for some readers are for these readers. */
  assignAudiences() {
    for (const word of this.facts.componentWords) {
      const [audience, ...others] = this.uses.get(word.imported) ?? [];
      if (audience !== undefined && others.length === 0) word.audience = audience;
    }
  }

  blocks(nodes, at) {
    for (let index = 0; index < nodes.length; index++) {
      const start = index;
      while (index < nodes.length && isInline(nodes[index])) index++;
      // `<li>one `two` three</li>` on one line: one run of text.
      if (index > start) this.phrasing({ type: 'paragraph', children: nodes.slice(start, index), position: nodes[start].position }, at);
      if (index < nodes.length) this.block(nodes[index], at);
    }
  }

  block(node, at) {
    switch (node.type) {
      case 'yaml':
      case 'toml':
      case 'mdxjsEsm':
      case 'definition':
      case 'thematicBreak':
        return;
      case 'heading':
        // A table cell in Markdown has no headings: only their words are compared.
        if (at.inCell) this.phrasing(node, at);
        else this.add('headings', node, at, { text: this.phrasing(node, at), depth: node.depth });
        return;
      case 'code':
        this.add('codes', node, at, { text: node.value });
        return;
      case 'math':
        this.words(node.value, node, at);
        return;
      case 'paragraph':
        this.phrasing(node, at);
        return;
      case 'listItem':
        this.item(node, at);
        return;
      case 'table':
        // GFM drops cells beyond the columns of the header.
        for (const row of node.children)
          for (const [index, cell] of row.children.entries())
            this.block(cell, index < node.children[0].children.length ? at : { ...at, omitted: 'beyond the columns of the table' });
        return;
      case 'tableCell':
        this.add('cells', node, at, { text: this.phrasing(node, { ...at, inCell: true }) });
        return;
      case 'mdxJsxFlowElement':
      case 'mdxJsxTextElement':
        this.element(node, at);
        return;
      case 'mdxFlowExpression':
      case 'mdxTextExpression':
        this.expression(node, at);
        return;
      default:
        this.blocks(node.children ?? [], at);
    }
  }

  item(node, at) {
    const before = this.facts.words.length;
    this.blocks(node.children ?? [], at);
    const first = this.facts.words.slice(before).find((one) => !one.isProp);
    // A table cell in Markdown has no lists either.
    if (first && !at.inCell) this.add('items', node, at, { text: first.text });
  }

  /** A run of text, split at components and images; returns the whole text. */
  phrasing(parent, at) {
    let run = '';
    let whole = '';
    let start = parent;
    const end = () => {
      this.words(run, start, at);
      whole += run;
      run = '';
    };
    let inCode = at.isCode ? 1 : 0;
    const walk = (node) => {
      if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'inlineMath') {
        if (run === '') start = node;
        run += node.value;
      } else if (node.type === 'break') run += ' ';
      else if (node.type === 'html') return;
      else if (node.type === 'image' || node.type === 'imageReference') {
        const src = node.url ?? at.definitions?.get(node.identifier);
        if (src) this.add('images', node, at, { src });
      } else if (node.type === 'mdxJsxTextElement' || node.type === 'mdxJsxFlowElement') {
        if (node.name === 'br') run += ' ';
        else if (/^(?:strong|b|em|i|u|s|del|code|span|kbd|mark|small|sub|sup|p|ins)$/.test(node.name ?? '')) {
          const isCode = node.name === 'code' || node.name === 'kbd';
          if (isCode) inCode++;
          if (node.name === 'p') run += ' ';
          for (const child of node.children) walk(child);
          if (node.name === 'p') run += ' ';
          if (isCode) inCode--;
        } else {
          end();
          const before = this.facts.words.length;
          this.element(node, at);
          // A badge in a heading is part of it; the words of a tooltip are not.
          for (const one of this.facts.words.slice(before)) if (!one.isProp) whole += ` ${one.text} `;
        }
      } else if (node.type === 'mdxTextExpression') {
        const text = this.expressionText(node, at);
        if (text !== undefined) run += text;
        else {
          end();
          this.expression(node, at);
        }
      } else {
        if (node.type === 'link' || node.type === 'linkReference') {
          const href = node.url ?? at.definitions?.get(node.identifier);
          if (href !== undefined)
            this.add('links', node, at, {
              href,
              ...(inCode > 0 && { isInCode: true }),
            });
        }
        for (const child of node.children ?? []) walk(child);
      }
    };
    for (const child of parent.children) walk(child);
    end();
    return whole;
  }

  expressionText(node, at) {
    const statement = node.data?.estree?.body?.[0];
    if (statement === undefined) return '';
    // An undeclared name is text.
    if (statement.expression?.type === 'Identifier' && !at.scope.has(statement.expression.name) && !globals.has(statement.expression.name))
      return statement.expression.name;
    return literal(statement.expression, at.scope);
  }

  expression(node, at) {
    const text = this.expressionText(node, at);
    if (text !== undefined) this.words(text, node, at);
    else this.code(node.data?.estree, node, at.file);
  }

  element(node, at) {
    const { name, children } = node;
    const bound = at.scope.get((name ?? '').split('.')[0]);
    const props = this.props(node, at);
    if (bound?.snippet || (name === 'Snippet' && typeof props.file === 'string')) return this.snippet(node, props, bound?.snippet, at);
    if (bound?.missing) return;
    if (bound) {
      this.facts.computed = true;
      if (bound.file) this.uses.set(bound.file, (this.uses.get(bound.file) ?? new Set()).add(at.audience));
      const inside = bound.isConditional ? { ...at, condition: "an author's component that decides whether to show its children" } : at;
      return this.blocks(
        children,
        bound.isWithoutChildren ? { ...inside, omitted: "an author's component that prints no children" } : inside,
      );
    }
    if (name === 'script' || name === 'style') return;
    const isCode = at.isCode || name === 'pre' || name === 'code';
    const inner =
      name === 'Visibility' && props.for
        ? { ...at, audience: props.for }
        : players.has(name)
          ? { ...at, omitted: 'shown by browsers that cannot play it' }
          : { ...at, isCode };
    if (name === 'Prompt') return this.prompt(node, props, inner);
    if (linkProps.has(name) && typeof props.href === 'string')
      this.add('links', node, inner, { href: props.href, ...(isCode && { isInCode: true }) });
    if (typeof imageProps[name] === 'string' && typeof props[imageProps[name]] === 'string')
      this.add('images', node, inner, { src: props[imageProps[name]] });
    for (const prop of wordProps[name] ?? []) if (typeof props[prop] === 'string') this.words(props[prop], node, inner, true);
    if (/^h[1-6]$/.test(name ?? '') && !inner.inCell)
      this.add('headings', node, inner, { text: this.phrasing(node, inner), depth: Number(name[1]) });
    else if (name === 'li') this.item(node, inner);
    else if (name === 'td' || name === 'th') {
      const before = this.facts.words.length;
      this.blocks(children, { ...inner, inCell: true });
      this.add('cells', node, inner, {
        text: this.facts.words
          .slice(before)
          .map((one) => one.text)
          .join(' '),
      });
    } else this.blocks(children, inner);
  }

  /** The text of a prompt is shown as written. */
  prompt(node, props, at) {
    const kept = Object.fromEntries(lists.map((kind) => [kind, this.facts[kind].length]));
    if (typeof props.description === 'string') this.words(props.description, node, at, true);
    this.blocks(node.children, at);
    for (const code of this.facts.codes.slice(kept.codes)) this.words(code.text, node, at);
    for (const kind of lists) if (kind !== 'words') this.facts[kind].length = kept[kind];
  }

  snippet(node, props, path, at) {
    const file =
      path ?? ['snippets', '_snippets'].map((folder) => posix.join(folder, props.file)).find((one) => existsSync(join(this.root, one)));
    if (file === undefined || !existsSync(join(this.root, file))) return;
    const scope = new Map(Object.entries(props).map(([name, text]) => [name, typeof text === 'string' ? { text } : { code: true }]));
    scope.set('props', { props });
    const audience = at.audience;
    const before = Object.fromEntries(lists.map((kind) => [kind, this.facts[kind].length]));
    this.file(file, readText(join(this.root, file)), scope, at.depth + 1);
    if (audience) for (const kind in before) for (const fact of this.facts[kind].slice(before[kind])) fact.audience = audience;
    this.blocks(node.children, at);
  }

  /** Attributes with text; JSX in one counts as page content. */
  props(node, at) {
    const props = Object.create(null);
    for (const attribute of node.attributes ?? []) {
      if (attribute.type !== 'mdxJsxAttribute') continue;
      if (typeof attribute.value === 'string') props[attribute.name] = attribute.value;
      else if (attribute.value) {
        const expression = attribute.value.data?.estree?.body?.[0]?.expression;
        const text = literal(expression, at.scope);
        props[attribute.name] = text ?? { code: true };
      }
    }
    return props;
  }
}

function isInline(node) {
  return isPhrasing(node) || node.type === 'mdxJsxTextElement' || node.type === 'mdxTextExpression';
}

function isPhrasing(node) {
  return /^(?:text|emphasis|strong|delete|inlineCode|break|image|link|imageReference|linkReference|footnoteReference|inlineMath)$/.test(
    node.type,
  );
}

/** The text of a literal expression. */
function literal(node, scope) {
  if (node === undefined || node === null) return undefined;
  if (node.type === 'Literal') return typeof node.value === 'string' || typeof node.value === 'number' ? String(node.value) : undefined;
  if (node.type === 'TemplateLiteral') {
    const parts = node.expressions.map((one) => literal(one, scope));
    return parts.includes(undefined) ? undefined : node.quasis.map((one, index) => one.value.cooked + (parts[index] ?? '')).join('');
  }
  if (node.type === 'Identifier') return scope?.get(node.name)?.text;
  if (node.type === 'MemberExpression' && node.object.type === 'Identifier') {
    const text = scope?.get(node.object.name)?.props?.[node.property.name];
    return typeof text === 'string' ? text : undefined;
  }
  return undefined;
}
