/** What docsgen does to the trees of a page before and between plugins. Runs in the process of the plugins. */
import { slug, uniqueId } from '../../../shared/slug.ts';
import { headingIdOf, withBraces } from '../parse/heading-id-marks.ts';
import { restoreCharacters } from '../parse/literal-characters.ts';

/** A node of mdast or hast, with what any plugin may have added. */
export interface LooseNode {
  type: string;
  value?: unknown;
  children?: LooseNode[];
  data?: Record<string, unknown> | null;
  position?: { start?: { offset?: number | undefined }; end?: { offset?: number | undefined } };
  tagName?: string;
  properties?: Record<string, unknown> | null;
  name?: string | null;
  attributes?: LooseAttribute[];
}

/** An attribute of a JSX node. */
export interface LooseAttribute {
  type: string;
  name?: string;
  value?: unknown;
  data?: Record<string, unknown> | null;
}

/** Calls `visit` with the node and all its descendants. */
export function eachNode(node: LooseNode, visit: (node: LooseNode) => void): void {
  visit(node);
  for (const child of node.children ?? []) eachNode(child, visit);
}

/** Gives mdast the author's characters back, and the ids of `## Title {#id}`, so that plugins see what was written. */
export function restoreMarkdown(tree: LooseNode): void {
  eachNode(tree, (node) => {
    if (node.type === 'heading') takeId(node);
    const fields = node as unknown as Record<string, unknown>;
    for (const name of ['value', 'alt', 'title', 'url', 'meta', 'lang', 'label', 'identifier'])
      if (typeof fields[name] === 'string') fields[name] = restored(fields[name]);
    // Those of directives are not a list.
    for (const attribute of Array.isArray(node.attributes) ? node.attributes : []) {
      if (typeof attribute.value === 'string') attribute.value = restored(attribute.value);
      else if (typeof attribute.value === 'object' && attribute.value !== null && 'value' in attribute.value)
        attribute.value.value = restored(String(attribute.value.value));
    }
  });
}

function restored(text: string): string {
  return restoreCharacters(withBraces(text));
}

function takeId(heading: LooseNode): void {
  const last = heading.children?.at(-1);
  const found = last?.type === 'text' && typeof last.value === 'string' ? headingIdOf(last.value) : undefined;
  if (last === undefined || found === undefined) return;
  last.value = found.text;
  if (found.text === '') heading.children?.pop();
  heading.data = { ...heading.data, hProperties: { ...(heading.data?.hProperties as object | undefined), id: found.id } };
}

const heading = /^h[1-6]$/;

/** rehype-slug with the ids of docsgen, for plugins that link headings. */
export function generatedIds(): (tree: LooseNode) => void {
  return (tree) => {
    const taken = new Set<string>();
    const next = new Map<string, number>();
    eachNode(tree, (node) => {
      if (!heading.test(node.tagName ?? '')) return;
      const given = node.properties?.id;
      if (typeof given === 'string') {
        taken.add(given);
        return;
      }
      const text = staticText(node);
      if (text === undefined) return;
      const id = uniqueId(slug(text) || 'section', taken, next);
      node.properties = { ...node.properties, id };
      node.data = { ...node.data, generatedId: id };
    });
  };
}

/** Removes the ids that no plugin changed: docsgen gives them again, with the other ids that lead to the heading. */
export function withoutGeneratedIds(): (tree: LooseNode) => void {
  return (tree) =>
    eachNode(tree, ({ properties, data }) => {
      if (properties && data?.generatedId !== undefined && properties.id === data.generatedId) delete properties.id;
    });
}

/** Undefined if the text is known only when the page is compiled. */
function staticText(node: LooseNode): string | undefined {
  let text = '';
  let isStatic = true;
  eachNode(node, (child) => {
    if (child.type === 'text') text += String(child.value);
    else if (child !== node && child.type !== 'element') isStatic = false;
  });
  return isStatic ? text : undefined;
}
