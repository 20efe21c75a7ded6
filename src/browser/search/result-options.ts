/** Search results as options: pages, and their matching sections. */
import type { SearchManifest } from '../../shared/site/search-index.ts';
import { encodePath } from '../../shared/url.ts';
import { element } from '../playground/dom.ts';
import { followable } from '../shell/site-files.ts';
import { drawing } from './drawings.ts';
import type { Hit } from './hit.ts';
import type { Piece } from './marked-text.ts';
import type { Option } from './option-list.ts';

/** The content of the list, and its selectable options in order. */
export interface RenderedOptions {
  readonly content: readonly (Node | string)[];
  /** Their nodes are inside `content`. */
  readonly options: readonly Option[];
}

/** `go` opens a URL. */
export function resultOptions(hits: readonly Hit[], go: (href: string, isApart: boolean) => void): RenderedOptions {
  const options: Option[] = [];
  const link = (href: string, className: string, ...children: (Node | string | false)[]) => {
    const node = element('a', { class: className, href, tabindex: -1 }, ...children);
    options.push({ node, take: (isApart) => go(href, isApart) });
    return node;
  };
  const content = hits.map((hit) =>
    element(
      'div',
      { class: 'search-page', role: 'group', 'aria-label': textOf(hit.title) },
      link(
        hit.href,
        'search-option is-page',
        hit.method === '' ? drawing('page') : element('span', { class: 'method', 'data-method': hit.method.toLowerCase() }, hit.method),
        element(
          'span',
          { class: 'search-option-text' },
          element('span', { class: 'search-title' }, ...marked(hit.title)),
          hit.path !== '' && element('code', { class: 'search-path' }, hit.path),
          hit.trail !== '' && element('span', { class: 'search-trail' }, hit.trail),
          hit.excerpt.length > 0 && element('span', { class: 'search-excerpt' }, ...marked(hit.excerpt)),
        ),
        drawing('open'),
      ),
      ...hit.sections.map((section) =>
        link(
          section.href,
          'search-option is-section',
          drawing('section'),
          element(
            'span',
            { class: 'search-option-text' },
            element('span', { class: 'search-title' }, ...marked(section.title)),
            section.excerpt.length > 0 && element('span', { class: 'search-excerpt' }, ...marked(section.excerpt)),
          ),
          drawing('open'),
        ),
      ),
    ),
  );
  return { content, options };
}

/** Recent queries. */
export function recentOptions(
  queries: readonly string[],
  { strings }: SearchManifest,
  take: (query: string) => void,
  remove: (query: string) => void,
): RenderedOptions {
  const options = queries.map((query): Option => {
    const cross = element('span', { class: 'search-remove', title: `${strings.forget} (Delete)`, 'aria-hidden': 'true' });
    cross.append(drawing('remove'));
    const text = element('span', { class: 'search-option-text' }, element('span', { class: 'search-title' }, query));
    const node = element('div', { class: 'search-option is-recent' }, drawing('recent'), text, cross);
    return { node, take: () => take(query), remove: () => remove(query) };
  });
  return group(strings.recent, options);
}

/** Entry points when there is nothing else to show. */
export function startOptions(
  { starts, strings }: SearchManifest,
  base: string,
  go: (href: string, isApart: boolean) => void,
): RenderedOptions {
  const options = starts.map(({ title, url }): Option => {
    const href = followable(base + encodePath(url));
    const text = element('span', { class: 'search-option-text' }, element('span', { class: 'search-title' }, title));
    const node = element('a', { class: 'search-option is-start', href, tabindex: -1 }, drawing('start'), text, drawing('open'));
    return { node, take: (isApart) => go(href, isApart) };
  });
  return group(strings.starts, options);
}

function group(label: string, options: readonly Option[]): RenderedOptions {
  if (options.length === 0) return { content: [], options };
  const heading = element('div', { class: 'search-group-name', 'aria-hidden': 'true' }, label);
  const node = element(
    'div',
    { class: 'search-group', role: 'group', 'aria-label': label },
    heading,
    ...options.map((option) => option.node),
  );
  return { content: [node], options };
}

function marked(pieces: readonly Piece[]): (Node | string)[] {
  return pieces.map(({ text, isMarked }) => (isMarked ? element('mark', {}, text) : text));
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => piece.text).join('');
}
