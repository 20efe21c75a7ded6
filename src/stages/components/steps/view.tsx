/** `Steps` and `Step`. CSS counters number them; `stepNumber` sets the counter, and an icon replaces the number. */
import { createContext, h } from 'preact';
import { useContext } from 'preact/hooks';
import { AnchorLink } from '../anchor-link.tsx';
import { type CommonProps, classOf, isOn, type Markup, toKeyword, toNumber } from '../author-props.ts';
import { flatChildren, isElementOf } from '../children.ts';
import { Icon } from '../icon/view.tsx';
import { useAnchor } from '../page-context.ts';
import { steps } from './props.ts';

const titleSizes = steps.components.Steps.values.titleSize;

interface StepsSettings {
  readonly titleSize: (typeof titleSizes)[number];
  /** Whether the parent is a list. A list item outside of a list is an accessibility error. */
  readonly isListed: boolean;
}

const StepsContext = /* @__PURE__ */ createContext<StepsSettings>({ titleSize: 'p', isListed: false });

/** The settings apply to all steps inside, including nested ones. */
export interface StepsProps extends CommonProps {
  /** `p` (the default), `h2`, `h3` or `h4`, for all steps without their own setting. */
  readonly titleSize?: unknown;
}

/** A list for assistive technology only if all children are steps. */
export function Steps(props: StepsProps) {
  const children = flatChildren(props.children);
  const isListed = children.length > 0 && children.every((child) => isElementOf(child, Step));
  return (
    <StepsContext.Provider value={{ titleSize: toKeyword(props.titleSize, titleSizes, 'p'), isListed }}>
      <div class={classOf('steps', props)} role={isListed ? 'list' : undefined}>
        {props.children}
      </div>
    </StepsContext.Provider>
  );
}

/** `title` is required; a step without one has the anchor `step`. */
export interface StepProps extends CommonProps {
  readonly title?: Markup;
  readonly icon?: unknown;
  readonly iconType?: unknown;
  /** The following steps continue from this number. */
  readonly stepNumber?: unknown;
  readonly titleSize?: unknown;
  readonly noAnchor?: unknown;
}

/** Also works outside of `Steps`, where it is not a list item and its title is a paragraph. */
export function Step(props: StepProps) {
  const context = useContext(StepsContext);
  const size = toKeyword(props.titleSize, titleSizes, context.titleSize);
  const id = useAnchor(props.id, props.title, 'step');
  const number = toNumber(props.stepNumber);
  const hasTitle = props.title !== undefined && props.title !== null && props.title !== '';
  const hasAnchor = hasTitle && !isOn(props.noAnchor) && !/\s/.test(id);
  const label = hasAnchor ? `${id}:title` : undefined;
  return (
    <div
      class={classOf('step', props)}
      role={context.isListed ? 'listitem' : undefined}
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
      <StepsContext.Provider value={{ ...context, isListed: false }}>
        <div class="step-content">{props.children}</div>
      </StepsContext.Provider>
    </div>
  );
}
