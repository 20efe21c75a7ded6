/** `Steps` and `Step`. CSS counts them; `stepNumber` sets the count, an icon takes its place. */
import { createContext, h } from 'preact';
import { useContext } from 'preact/hooks';
import { AnchorLink } from '../anchor-link.tsx';
import { type CommonProps, classOf, isOn, type Markup, numberOf, oneOf } from '../author-props.ts';
import { flatChildren, isOf } from '../children.ts';
import { Icon } from '../icon/view.tsx';
import { useAnchor } from '../page-context.ts';

const titleSizes = ['p', 'h2', 'h3', 'h4'] as const;

interface StepSurroundings {
  readonly titleSize: (typeof titleSizes)[number];
  /** Whether the parent is a list: an item outside of one is an error to assistive technology. */
  readonly isListed: boolean;
}

const Surroundings = /* @__PURE__ */ createContext<StepSurroundings>({ titleSize: 'p', isListed: false });

/** These settings apply to all steps inside, also nested ones. */
export interface StepsProps extends CommonProps {
  /** `p` (also for any other word), `h2`, `h3` or `h4`, for all steps that say nothing of their own. */
  readonly titleSize?: unknown;
}

/** A list for assistive technology only when all its children are steps. */
export function Steps(props: StepsProps) {
  // Assistive technology reads "list, 3 items", unless something stands between the steps.
  const children = flatChildren(props.children);
  const isListed = children.length > 0 && children.every((child) => isOf(child, Step));
  return (
    <Surroundings.Provider value={{ titleSize: oneOf(props.titleSize, titleSizes, 'p'), isListed }}>
      <div class={classOf('steps', props)} role={isListed ? 'list' : undefined}>
        {props.children}
      </div>
    </Surroundings.Provider>
  );
}

/** `title` is required; a step without one has the anchor `step`. */
export interface StepProps extends CommonProps {
  readonly title?: Markup;
  readonly icon?: unknown;
  readonly iconType?: unknown;
  /** The steps after it count on from here. */
  readonly stepNumber?: unknown;
  readonly titleSize?: unknown;
  readonly noAnchor?: unknown;
}

/** Works outside of `Steps` too: then it is no list item and its title is a paragraph. */
export function Step(props: StepProps) {
  const around = useContext(Surroundings);
  const size = oneOf(props.titleSize, titleSizes, around.titleSize);
  const id = useAnchor(props.id, props.title, 'step');
  const number = numberOf(props.stepNumber);
  const hasTitle = props.title !== undefined && props.title !== null && props.title !== '';
  const hasAnchor = hasTitle && !isOn(props.noAnchor) && !/\s/.test(id);
  const label = hasAnchor ? `${id}:title` : undefined;
  return (
    <div
      class={classOf('step', props)}
      role={around.isListed ? 'listitem' : undefined}
      id={id}
      style={number === undefined ? undefined : `counter-set:step ${Math.round(number)}`}
    >
      <div class="step-marker">{props.icon ? <Icon icon={props.icon} iconType={props.iconType} /> : null}</div>
      {hasTitle
        ? h(size, { class: 'step-title', id: label, 'aria-labelledby': size === 'p' ? undefined : label }, [
            props.title,
            hasAnchor ? <AnchorLink id={id} label={label} /> : null,
          ])
        : null}
      <Surroundings.Provider value={{ ...around, isListed: false }}>
        <div class="step-content">{props.children}</div>
      </Surroundings.Provider>
    </div>
  );
}
