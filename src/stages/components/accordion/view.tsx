/** Collapsible content: `Accordion`, `AccordionGroup`, `Expandable`. They use native `details`, so they work without scripts. */
import { type CommonProps, classOf, isOn, isText, type Markup } from '../author-props.ts';
import { Icon } from '../icon/view.tsx';
import { InlineMarkdown } from '../inline-markdown.tsx';
import { useAnchor, usePage } from '../page-context.ts';

/** `id` is used as written; the default is derived from the title. */
export interface AccordionProps extends CommonProps {
  /** Defaults to "Details" in the language of the page. */
  readonly title?: Markup;
  /** Inline Markdown, shown under the title. */
  readonly description?: Markup;
  readonly defaultOpen?: unknown;
  readonly icon?: unknown;
  readonly iconType?: unknown;
}

/** One collapsible section. A link to its anchor opens it (`src/browser/components/reveal.ts`). */
export function Accordion(props: AccordionProps) {
  const { messages } = usePage();
  const id = useAnchor(props.id, props.title, 'accordion');
  return (
    <details class={classOf('accordion', props)} id={id} open={isOn(props.defaultOpen)}>
      <summary class="accordion-summary">
        <Icon icon={props.icon} iconType={props.iconType} />
        <span class="accordion-label">
          <span class="accordion-title">{props.title ?? messages.details}</span>
          {props.description ? (
            <span class="accordion-description">
              <InlineMarkdown of={props.description} />
            </span>
          ) : null}
        </span>
      </summary>
      <div class="accordion-content">{props.children}</div>
    </details>
  );
}

/** Joins accordions visually. Each opens independently. */
export function AccordionGroup(props: CommonProps) {
  return <div class={classOf('accordion-group', props)}>{props.children}</div>;
}

/** `defaultOpen` defaults to false, like every prop that `isOn` reads. */
export interface ExpandableProps extends CommonProps {
  readonly title?: Markup;
  readonly defaultOpen?: unknown;
}

/** Nested fields under a field. */
export function Expandable(props: ExpandableProps) {
  const { messages } = usePage();
  return (
    <details class={classOf('expandable', props)} id={isText(props.id) ? props.id : undefined} open={isOn(props.defaultOpen)}>
      <summary class="expandable-summary">{props.title ?? messages.details}</summary>
      <div class="expandable-content">{props.children}</div>
    </details>
  );
}
