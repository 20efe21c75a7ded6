import { type CommonProps, classOf, isOn, styleOf, toKeyword } from '../author-props.ts';
import { Icon } from '../icon/view.tsx';
import { badge } from './props.ts';

const { color: colors, size: sizes, shape: shapes } = badge.components.Badge.values;

/** Unknown values fall back to the defaults: gray, md, rounded. */
export interface BadgeProps extends CommonProps {
  readonly color?: unknown;
  readonly size?: unknown;
  readonly shape?: unknown;
  readonly icon?: unknown;
  readonly iconType?: unknown;
  readonly stroke?: unknown;
  readonly disabled?: unknown;
}

/** `Badge`: a small label within text. */
export function Badge(props: BadgeProps) {
  return (
    <span
      class={classOf('badge', props)}
      style={styleOf('', props.style)}
      data-color={toKeyword(props.color, colors, 'gray')}
      data-size={toKeyword(props.size, sizes, 'md')}
      data-shape={toKeyword(props.shape, shapes, 'rounded')}
      data-stroke={isOn(props.stroke) ? '' : undefined}
      aria-disabled={isOn(props.disabled) ? 'true' : undefined}
    >
      <Icon icon={props.icon} iconType={props.iconType} />
      {props.children}
    </span>
  );
}
