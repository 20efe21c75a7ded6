import type { ComponentChildren } from 'preact';
import { type CommonProps, classOf, type Markup, styleOf } from '../author-props.ts';
import { htmlOf } from '../children.ts';
import { InlineMarkdown } from '../inline-markdown.tsx';
import { nodesOf, rawHtml } from '../raw-html.ts';

/** Text in either prop may contain inline Markdown. */
export interface FrameProps extends CommonProps {
  readonly caption?: Markup;
  readonly hint?: Markup;
}

/** `Frame`: media with a border, a hint before it and a caption below. */
export function Frame(props: FrameProps) {
  return (
    <figure class={classOf('frame', props)} style={styleOf('', props.style)}>
      {props.hint ? (
        <div class="frame-hint">
          <InlineMarkdown of={props.hint} />
        </div>
      ) : null}
      <div class="frame-content">{withSilentVideos(props.children)}</div>
      {props.caption ? (
        <figcaption class="frame-caption">
          <InlineMarkdown of={props.caption} />
        </figcaption>
      ) : null}
    </figure>
  );
}

/** Browsers start a video by itself only when it is muted and inline; in a frame it is meant as a moving picture. */
function withSilentVideos(children: unknown): ComponentChildren {
  if (Array.isArray(children)) return children.map(withSilentVideos);
  const html = htmlOf(children);
  if (!html?.includes('<video')) return children as ComponentChildren;
  return rawHtml(
    html.replace(/<video\b(?=[^>]*\sautoplay\b)[^>]*>/gi, (tag) => {
      const missing = ['playsinline', 'loop', 'muted'].filter((name) => !new RegExp(`\\s${name}\\b`, 'i').test(tag));
      return `<video${missing.map((name) => ` ${name}`).join('')}${tag.slice('<video'.length)}`;
    }),
    nodesOf(children),
  );
}
