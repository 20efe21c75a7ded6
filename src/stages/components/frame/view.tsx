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
      <div class="frame-content">{withMutedVideos(props.children)}</div>
      {props.caption ? (
        <figcaption class="frame-caption">
          <InlineMarkdown of={props.caption} />
        </figcaption>
      ) : null}
    </figure>
  );
}

/** Browsers autoplay a video only if it is muted and inline. In a frame, an autoplaying video is meant as an animation. */
function withMutedVideos(children: unknown): ComponentChildren {
  if (Array.isArray(children)) return children.map(withMutedVideos);
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
