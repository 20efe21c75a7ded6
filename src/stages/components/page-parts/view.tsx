/** The small rest: `Heading`, `Visibility`, `Snippet`, `Banner`. */
import { h } from 'preact';
import { AnchorLink } from '../anchor-link.tsx';
import { type CommonProps, classOf, isOn, numberOf, styleOf } from '../author-props.ts';
import { useAnchor } from '../page-context.ts';
import { contentPart } from '../raw-html.ts';

/** `level` is limited to 1 to 6; default 2. */
export interface HeadingProps extends CommonProps {
  readonly level?: unknown;
  readonly noAnchor?: unknown;
}

/** A heading written as a component: the same markup as one of Markdown, with an anchor that is free on the page. */
export function Heading(props: HeadingProps) {
  const level = Math.min(6, Math.max(1, Math.round(numberOf(props.level) ?? 2)));
  const id = useAnchor(props.id, props.children, 'heading');
  const hasAnchor = !isOn(props.noAnchor) && !/\s/.test(id);
  const attributes = {
    id,
    'aria-labelledby': hasAnchor ? id : undefined,
    class: classOf('', props).trim() || undefined,
    style: styleOf('', props.style),
  };
  return h(`h${level}`, attributes, [props.children, hasAnchor ? <AnchorLink id={id} /> : null]);
}

/** Text for readers only, or for agents only: both stand in the content, and each copy of the page leaves out one. */
export function Visibility(props: CommonProps & { readonly for?: unknown }) {
  const audience = props.for === 'agents' || props.for === 'humans' ? props.for : undefined;
  // In the browser, inside an island, only readers are left.
  if (audience === undefined || 'document' in globalThis) return audience === 'agents' ? null : (props.children ?? null);
  return contentPart(audience, props.children);
}

/** The compiler puts the snippet's content here; a snippet that was not found leaves what was written inside. */
export function Snippet(props: CommonProps) {
  return props.children ?? null;
}

/** A banner belongs into the configuration; written into a page it is a plain box. */
export function Banner(props: CommonProps) {
  return <div class={classOf('callout', props)}>{props.children}</div>;
}
