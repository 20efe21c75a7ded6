/**
 * A Markdown list as names: what `Tree` reads. The list comes as HTML text that our serializer wrote, or as vnodes.
 *
 *   <ul><li>src/<ul><li>main.ts</li></ul></li></ul>  →  [{ name: 'src', items: [{ name: 'main.ts' }] }]
 */
import type { VNode } from 'preact';
import type { CommonProps } from '../author-props.ts';
import { type Child, flatChildren, htmlOf, htmlText, isElementOf, textOf } from '../children.ts';

/** A file, or a folder with its content. Text after a nested list is ignored. */
export interface ListItem {
  /** Without the trailing slash. */
  readonly name: string;
  /** Present on folders: a nested list, or a name with a trailing slash. */
  readonly items?: readonly ListItem[];
}

/** The items of a `ul`, `ol` or `li`, in order; empty for text. One pass over HTML or vnodes. */
export function listItems(list: string | Child): ListItem[] {
  return typeof list === 'string' ? fromHtml(list) : fromVnode(list);
}

function fromHtml(html: string): ListItem[] {
  interface Open {
    text: string;
    items?: ListItem[];
  }
  const root: ListItem[] = [];
  const open: Open[] = [];
  let end = 0;
  const readText = (upTo: number) => {
    const item = open.at(-1);
    // Text after a nested list is not part of a name.
    if (item && item.items === undefined) item.text += html.slice(end, upTo);
  };
  for (const tag of html.matchAll(/<(\/?)(ul|ol|li)\b[^>]*>/g)) {
    readText(tag.index);
    end = tag.index + tag[0].length;
    const item = open.at(-1);
    if (tag[2] !== 'li') {
      if (tag[1] === '' && item) item.items ??= [];
    } else if (tag[1] === '') open.push({ text: '' });
    else if (item) {
      open.pop();
      const parent = open.at(-1);
      (parent ? (parent.items ?? []) : root).push(toListItem(htmlText(item.text), item.items));
    }
  }
  return root;
}

function fromVnode(list: Child): ListItem[] {
  if (isElementOf(list, 'li')) {
    const children = flatChildren(list.props.children);
    const isList = (child: Child) => isElementOf(child, 'ul') || isElementOf(child, 'ol');
    const lists = children.filter((child) => isList(child) || htmlOf(child)?.trimStart().startsWith('<ul'));
    const items = lists.flatMap((child) => listItems(htmlOf(child) ?? child));
    return [toListItem(textOf(children.filter((child) => !lists.includes(child))), lists.length > 0 ? items : undefined)];
  }
  return typeof list === 'object'
    ? flatChildren((list as VNode<CommonProps>).props.children).flatMap((child) => listItems(htmlOf(child) ?? child))
    : [];
}

function toListItem(text: string, items: ListItem[] | undefined): ListItem {
  const name = text.trim();
  if (items === undefined && !name.endsWith('/')) return { name };
  return { name: name.replace(/\/$/, ''), items: items ?? [] };
}
