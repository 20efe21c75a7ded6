/** Documentation for what is at an offset: settings, front matter, components, props, and the pages that links lead to. */
import { type Hover, MarkupKind } from 'vscode-languageserver';
import { componentNames } from '../../stages/components/registry.ts';
import { componentDocs, frontMatterDocs } from './component-docs.generated.ts';
import type { PropDoc } from './component-docs.ts';
import { basePath, configCursor } from './cursor/config-cursor.ts';
import { pageCursor } from './cursor/page-cursor.ts';
import { type SchemaNode, schemasAt, typesOf } from './docs-schema.ts';
import { type EditedDocument, isConfig, isMarkdown, Positions, type ProjectView, type Span } from './project-view.ts';
import { type Target, targetAt } from './targets.ts';

interface Found {
  readonly span: Span;
  readonly text: string;
}

/** Undefined where there is nothing to explain. */
export function hover(view: ProjectView, document: EditedDocument, offset: number): Hover | undefined {
  const found = hoverText(view, document, offset);
  if (found === undefined) return undefined;
  return { contents: { kind: MarkupKind.Markdown, value: found.text }, range: new Positions(document.text).range(found.span) };
}

function hoverText(view: ProjectView, document: EditedDocument, offset: number): Found | undefined {
  const target = targetAt(view, document, offset);
  const linked = target && targetText(target);
  if (target && linked !== undefined) return { span: target.span, text: linked };
  if (isConfig(view, document)) return configHover(view, document, offset);
  return isMarkdown(document) ? pageHover(document, offset) : undefined;
}

/** Title and description of a page or operation, the path of another file. */
function targetText({ page, operation, file, fragment }: Target): string | undefined {
  if (operation) {
    const { ref } = operation;
    const name = ref.method === '' ? ref.path : `${ref.method} ${ref.path}`;
    return [`**${ref.title}**`, `\`${name}\` in \`${ref.source}\``, ...(ref.descriptionMarkdown ? [ref.descriptionMarkdown] : [])].join(
      '\n\n',
    );
  }
  if (page) {
    const at = fragment === undefined ? page.url : `${page.url}#${fragment}`;
    return [`**${page.title}**`, ...(page.description ? [page.description] : []), `\`${at}\``].join('\n\n');
  }
  return file === undefined ? undefined : `\`${file}\``;
}

function configHover({ site }: ProjectView, document: EditedDocument, offset: number): Found | undefined {
  const base = basePath(site.files, site.config.files, document.file, site.config.file);
  const cursor = base && configCursor(document, offset, base);
  if (cursor === undefined || cursor.span.start === cursor.span.end) return undefined;
  const schemas = schemasAt({ steps: cursor.path, keys: cursor.keys });
  const text = schemas.map((node) => schemaText(node)).find((line) => line !== '');
  return text === undefined ? undefined : { span: cursor.span, text: `**${shownPath(cursor.path)}**\n\n${text}` };
}

function shownPath(path: readonly (string | number)[]): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${step}`)).join('');
}

/** Description, type, values and default of a setting, as Markdown. */
export function schemaText(node: SchemaNode): string {
  const { description, enum: values, default: usual } = node;
  const types = typesOf(node);
  const facts = [
    ...(values
      ? [`One of ${values.map((value) => `\`${String(value)}\``).join(', ')}`]
      : types.length > 0
        ? [`Type: ${types.join(' or ')}`]
        : []),
    ...(usual === undefined ? [] : [`Default: \`${JSON.stringify(usual)}\``]),
  ];
  if (description === undefined) return '';
  return [description, ...facts].join('\n\n');
}

function pageHover({ text }: EditedDocument, offset: number): Found | undefined {
  const cursor = pageCursor(text, offset);
  if (cursor === undefined) return undefined;
  const { span } = cursor;
  switch (cursor.kind) {
    case 'key': {
      const key = text.slice(span.start, span.end).replace(/["']/g, '');
      return keyText(key, span);
    }
    case 'key-value':
      return keyText(cursor.key, span);
    case 'tag': {
      const described = componentText(cursor.name);
      return described === undefined ? undefined : { span, text: described };
    }
    case 'prop':
    case 'prop-value': {
      const prop = cursor.kind === 'prop' ? text.slice(span.start, span.end) : cursor.prop;
      const doc = propDoc(cursor.component, prop);
      return doc && { span, text: `**${cursor.component} ${prop}**\n\n${propText(doc)}` };
    }
    default:
      return undefined;
  }
}

function keyText(key: string, span: Span): Found | undefined {
  const words = Object.hasOwn(frontMatterDocs, key) ? frontMatterDocs[key] : undefined;
  return words === undefined ? undefined : { span, text: `**${key}**\n\n${words}` };
}

/** A component with its props, as Markdown; undefined for names that are not built in. */
export function componentText(name: string): string | undefined {
  if (!componentNames.includes(name)) return undefined;
  const doc = Object.hasOwn(componentDocs, name) ? componentDocs[name] : undefined;
  const props = Object.entries(doc?.props ?? {}).map(
    ([prop, { type, required, text }]) => `- \`${prop}\`${required ? ' (required)' : ''}: ${type}${text === undefined ? '' : `. ${text}`}`,
  );
  return [`**<${name}>**`, ...(doc ? [doc.text] : []), ...(props.length > 0 ? [props.join('\n')] : [])].join('\n\n');
}

/** The documentation of a prop; undefined if there is none. */
export function propDoc(component: string, prop: string): PropDoc | undefined {
  const props = Object.hasOwn(componentDocs, component) ? componentDocs[component]?.props : undefined;
  return props && Object.hasOwn(props, prop) ? props[prop] : undefined;
}

/** Text, type and default of a prop, as Markdown. */
export function propText({ text, type, default: usual, required }: PropDoc): string {
  const facts = [`Type: ${type}`, ...(required ? ['Required'] : []), ...(usual === undefined ? [] : [`Default: \`${usual}\``])];
  return [...(text === undefined ? [] : [text]), ...facts].join('\n\n');
}
