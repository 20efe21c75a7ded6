/** `Steps` and `Step`. CSS counts them; `stepNumber` sets the count, an icon takes its place. */
import { createContext, h } from 'preact';
import { useContext } from 'preact/hooks';
import { AnchorLink } from './anchor-link.tsx';
import { type CommonProps, classOf, isOn, type Markup, numberOf, oneOf } from './author-props.ts';
import { flatChildren, isOf } from './children.ts';
import { Icon } from './icon.tsx';
import { useAnchor } from './page-context.ts';

const titleSizes = ['p', 'h2', 'h3', 'h4'] as const;
const TitleSize = /* @__PURE__ */ createContext<(typeof titleSizes)[number]>('p');

export interface StepsProps extends CommonProps {
  readonly titleSize?: unknown;
}

export function Steps(props: StepsProps) {
  // Assistive technology reads "list, 3 items", unless something stands between the steps.
  const isList = flatChildren(props.children).every((child) => isOf(child, Step));
  return (
    <TitleSize.Provider value={oneOf(props.titleSize, titleSizes, 'p')}>
      <div class={classOf('steps', props)} role={isList ? 'list' : undefined}>
        {props.children}
      </div>
    </TitleSize.Provider>
  );
}

export interface StepProps extends CommonProps {
  readonly title?: Markup;
  readonly icon?: unknown;
  readonly iconType?: unknown;
  readonly stepNumber?: unknown;
  readonly titleSize?: unknown;
  readonly noAnchor?: unknown;
}

export function Step(props: StepProps) {
  const inherited = useContext(TitleSize);
  const size = oneOf(props.titleSize, titleSizes, inherited);
  const id = useAnchor(props.id, props.title, 'step');
  const number = numberOf(props.stepNumber);
  const hasTitle = props.title !== undefined && props.title !== null && props.title !== '';
  const hasAnchor = hasTitle && !isOn(props.noAnchor);
  return (
    // biome-ignore lint/a11y/useSemanticElements: between steps may stand anything, which a list element forbids
    <div
      class={classOf('step', props)}
      role="listitem"
      id={id}
      style={number === undefined ? undefined : `counter-set:step ${Math.round(number)}`}
    >
      <div class="step-marker">{props.icon ? <Icon icon={props.icon} iconType={props.iconType} /> : null}</div>
      {hasTitle ? h(size, { class: 'step-title' }, [props.title, hasAnchor ? <AnchorLink id={id} /> : null]) : null}
      <div class="step-content">{props.children}</div>
    </div>
  );
}
