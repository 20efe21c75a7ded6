import { type CommonProps, classOf, isText, linkAttributes, type Markup } from '../author-props.ts';
import { usePage } from '../page-context.ts';

/** `cta` is shown only with a safe `href`. Without `cta`, the term itself is the link. */
export interface TooltipProps extends CommonProps {
  readonly tip?: Markup;
  readonly headline?: Markup;
  readonly cta?: Markup;
  readonly href?: unknown;
}

/**
 * `Tooltip`: an explanation of a term, shown on hover and focus by CSS; scripts add Escape and keep it in the
 * viewport. Without `tip` and `headline`, only the term is rendered.
 */
export function Tooltip(props: TooltipProps) {
  const page = usePage();
  const id = isText(props.id) ? props.id : `tooltip-${page.count('tooltip')}`;
  const link = linkAttributes(props.href);
  if (!props.tip && !props.headline) return props.children ?? null;
  return (
    <span class={classOf('tooltip', props)}>
      {link && !props.cta ? (
        <a class="tooltip-trigger" aria-describedby={id} {...link}>
          {props.children}
        </a>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach the explanation
        <span class="tooltip-trigger" tabIndex={0} aria-describedby={id}>
          {props.children}
        </span>
      )}
      <span class="tooltip-box" id={id} role="tooltip">
        {props.headline ? <strong class="tooltip-headline">{props.headline}</strong> : null}
        <span>{props.tip}</span>
        {props.cta && link ? (
          <a class="tooltip-cta" {...link}>
            {props.cta}
          </a>
        ) : null}
      </span>
    </span>
  );
}
