/** Inspects the children of a component: one by one, or as plain text. */
import { Fragment, isValidElement, type VNode } from 'preact';

/** A child that is rendered. */
// biome-ignore lint/suspicious/noExplicitAny: props of any component
export type Child = VNode<any> | string | number;

/** Children in order, with fragments and arrays flattened, empty values and white space removed. */
export function flatChildren(children: unknown): Child[] {
  const flat: Child[] = [];
  const visit = (child: unknown): void => {
    if (Array.isArray(child)) for (const one of child) visit(one);
    else if (typeof child === 'number') flat.push(child);
    else if (typeof child === 'string') {
      if (child.trim() !== '') flat.push(child);
    } else if (isElement(child)) {
      if (child.type === Fragment && htmlOf(child) === undefined) visit(child.props.children);
      else if (htmlOf(child)?.trim() !== '') flat.push(child);
    }
  };
  visit(children);
  return flat;
}

/** The HTML of a precompiled template (`jsxTemplate`); undefined for every other child. */
export function htmlOf(child: unknown): string | undefined {
  const template = isElement(child) ? child.props.tpl : undefined;
  return Array.isArray(template) && template.length === 1 ? template[0] : undefined;
}

/** Whether a child is an element of this component or tag. */
export function isElementOf(child: unknown, type: unknown): child is Exclude<Child, string | number> {
  return isElement(child) && child.type === type;
}

/** Plain text of any value that a component may receive. Block ends become line feeds; list items get a dash. */
export function textOf(children: unknown): string {
  let text = '';
  const visit = (child: unknown): void => {
    if (typeof child === 'string' || typeof child === 'number') text += child;
    else if (Array.isArray(child)) for (const one of child) visit(one);
    else if (isElement(child)) {
      const html = htmlOf(child);
      if (html !== undefined) text += htmlText(html);
      else {
        visit(child.props.children);
        if (typeof child.type === 'string' && blocks.test(child.type)) text += '\n';
      }
    }
  };
  visit(children);
  return text.trim();
}

const blocks = /^(?:p|li|ul|ol|pre|div|h[1-6]|br|blockquote|tr)$/;
const namedReferences: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Text of HTML that docsgen's serializer wrote. */
export function htmlText(html: string): string {
  return html
    .replace(/<li\b[^>]*>\n*/g, '- ')
    .replace(/<(?:br|\/(?:p|li|ul|ol|pre|div|h[1-6]|blockquote|tr))\b[^>]*>\n*/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (entity, hex, decimal, name) => {
      const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : undefined;
      if (code === undefined) return namedReferences[name] ?? entity;
      return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    });
}

// biome-ignore lint/suspicious/noExplicitAny: props of any component
function isElement(child: unknown): child is VNode<any> {
  return isValidElement(child);
}
