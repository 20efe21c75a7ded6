/** Attributes of elements: evaluated, with HTML names, and without unsafe ones. */
import { attributeProblem } from '../../../shared/element-rules.ts';
import { authorClass } from '../../components/component-classes.ts';
import * as errors from '../errors.ts';
import { parseSpread } from '../expressions/javascript.ts';
import { Code, Markup, type Value } from '../expressions/value.ts';
import type { ElementNode, JsxNode, SyntaxNode } from '../parse/syntax-tree.ts';
import type { BodyWriter } from './body.ts';
import { type Context, locationOf } from './context.ts';
import { constantCode, evaluateAst, evaluateExpression } from './expressions.ts';
import { attributeName, attributeValue, startTag, voidElements } from './html-attributes.ts';

/** Attributes in source order; names may repeat. */
export type AttributeEntries = readonly (readonly [string, unknown])[];
/** Attributes by HTML name; a name that begins with `...` is a spread of code. */
export type Attributes = Record<string, string | true | Code>;
type Owner = Pick<SyntaxNode, 'position'>;

/** Elements whose `name` would shadow a member of `document` (DOM clobbering). */
const clobberingElements = new Set(['img', 'form', 'iframe', 'object', 'embed']);
/** Evaluated attributes of a tag in order; later ones take precedence. */
export function jsxAttributes(node: JsxNode, context: Context): [string, Value][] {
  const entries: [string, Value][] = [];
  for (const attribute of node.attributes) {
    if (attribute.type === 'mdxJsxExpressionAttribute') {
      const ast = parseSpread(attribute.value);
      const value = ast ? evaluateAst(ast, attribute.value.replace(/^\s*\.\.\./, ''), node, context) : undefined;
      if (value instanceof Code) entries.push([`...${entries.length}`, value]);
      else if (typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Markup))
        entries.push(...Object.entries(value));
    } else if (attribute.value === null || attribute.value === undefined) entries.push([attribute.name, true]);
    else if (typeof attribute.value === 'string') entries.push([attribute.name, attribute.value]);
    else entries.push([attribute.name, evaluateExpression(attribute.value.value, node, context)]);
  }
  return entries;
}

/** The allowed HTML attributes: no event handlers, no script URLs, no ids of the page frame. */
export function elementAttributes(tag: string, entries: AttributeEntries, owner: Owner, context: Context): Attributes {
  const attributes: Attributes = {};
  for (const [given, value] of entries) {
    if (given.startsWith('...')) {
      attributes[given] = value as Code;
      continue;
    }
    if (/^on/i.test(given)) {
      if (value instanceof Code) attributes[given] = value;
      else context.page.report(errors.eventHandler(locationOf(owner, context), given));
      continue;
    }
    const name = attributeName(given);
    if (given === 'dangerouslySetInnerHTML') {
      if (voidElements.has(tag)) continue;
      const code = value instanceof Code ? value : innerHtml(value as Value, owner, context);
      if (code) attributes[given] = code;
      continue;
    }
    if (name === undefined || given === 'noAnchor' || given === 'noZoom') continue;
    if (value instanceof Code) {
      attributes[given === 'className' ? 'class' : given] = value;
      continue;
    }
    const text = attributeValue(name, value);
    if (text === undefined) continue;
    const problem = attributeProblem(tag, name, text === true ? '' : text);
    if (problem !== undefined) {
      const at = locationOf(owner, context);
      if (problem === 'srcdoc') context.page.report(errors.forbiddenDocument(at, tag));
      else context.page.report(problem === 'event-handler' ? errors.eventHandler(at, String(text)) : errors.unsafeUrl(at, String(text)));
      continue;
    }
    if (name === 'class') context.page.addClasses(text);
    attributes[name] =
      name === 'class' && typeof text === 'string'
        ? authorClass(text)
        : name === 'name' && clobberingElements.has(tag)
          ? `user-${text}`
          : name === 'id' && context.page.isFrameId(String(text))
            ? `user-${text}`
            : text;
  }
  return attributes;
}

/** HTML that the author wrote as text is not parsed here: the page is run and renders it like a component. */
function innerHtml(value: Value, owner: Owner, context: Context): Code | undefined {
  const html = rawHtmlOf(value);
  return html === undefined ? undefined : constantCode({ __html: html }, owner, context);
}

/** `{__html: "…"}` if its value is known. */
export function rawHtmlOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('__html' in value)) return undefined;
  return typeof value.__html === 'string' || typeof value.__html === 'number' ? String(value.__html) : undefined;
}

/** Writes an element whose attributes may contain JavaScript; it then is a node even if its content is text. */
export function writeAround(tag: string, attributes: Attributes, out: BodyWriter, writeContent: () => void): void {
  const plain: Record<string, string | true> = {};
  let isPlain = true;
  for (const name in attributes) {
    const value = attributes[name] as string | true | Code;
    if (value instanceof Code) isPlain = false;
    else plain[name] = value;
  }
  const marker = isPlain ? undefined : out;
  out.element(tag, startTag(tag, plain), attributes, () => {
    writeContent();
    // An empty node keeps the element from becoming text, which would lose its code.
    marker?.push({ type: 'html', html: '', nodes: [] });
  });
}

const lineBreak: SyntaxNode = { type: 'element', tagName: 'br', properties: {}, children: [] };

/**
 * Removes the `<p>` that Markdown puts around text in elements that cannot contain paragraphs. Line breaks separate
 * former paragraphs; a space separates a paragraph from a tag.
 */
export function withoutParagraphs(children: readonly SyntaxNode[]): readonly SyntaxNode[] {
  if (!children.some(isParagraph)) return children;
  const parts: SyntaxNode[] = [];
  let last: SyntaxNode | undefined;
  for (const child of children) {
    if (child.type === 'text' && child.value.trim() === '') {
      parts.push(child);
      continue;
    }
    if (last !== undefined) parts.push(...separator(last, child));
    parts.push(...(isParagraph(child) ? child.children : [child]));
    last = child;
  }
  return parts;
}

function separator(last: SyntaxNode, next: SyntaxNode): readonly SyntaxNode[] {
  const [first, second] = [isParagraph(last), isParagraph(next)];
  if (first && second) return [lineBreak, lineBreak];
  const other = first ? next : second ? last : undefined;
  return other === undefined || other.type === 'element' ? [] : [{ type: 'text', value: ' ' }];
}

function isParagraph(node: SyntaxNode): node is ElementNode {
  return node.type === 'element' && node.tagName === 'p';
}
