/** Components without a folder of their own: `Heading`, `Visibility`, `Snippet`, `Banner`. */
import { h } from 'preact';
import { AnchorLink } from '../anchor-link.tsx';
import { type CommonProps, classOf, isOn, styleOf, toNumber } from '../author-props.ts';
import { useAnchor } from '../page-context.ts';
import { contentPart } from '../raw-html.ts';

/** `level` is clamped to 1–6. Default: 2. */
export interface HeadingProps extends CommonProps {
  readonly level?: unknown;
  readonly noAnchor?: unknown;
}

/** A heading as a component: the same markup as in Markdown, with a unique anchor. */
export function Heading(props: HeadingProps) {
  const level = Math.min(6, Math.max(1, Math.round(toNumber(props.level) ?? 2)));
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

/** Content for humans only or for agents only. The page contains both; each output format leaves out one. */
export function Visibility(props: CommonProps & { readonly for?: unknown }) {
  const audience = props.for === 'agents' || props.for === 'humans' ? props.for : undefined;
  // In an island in the browser, the audience is always human.
  if (audience === undefined || 'document' in globalThis) return audience === 'agents' ? null : (props.children ?? null);
  return contentPart(audience, props.children);
}

/** The compiler inserts the content of the snippet. If the snippet is not found, the children remain. */
export function Snippet(props: CommonProps) {
  return props.children ?? null;
}

/** Banners are configured in docs.json. In a page, a banner is rendered as a plain box. */
export function Banner(props: CommonProps) {
  return <div class={classOf('callout', props)}>{props.children}</div>;
}
