import { type CommonProps, classOf, isOn, oneOf, styleOf } from '../author-props.ts';
import { Icon } from '../icon/view.tsx';

const colors = [
  'gray',
  'blue',
  'green',
  'yellow',
  'orange',
  'red',
  'purple',
  'white',
  'surface',
  'white-destructive',
  'surface-destructive',
] as const;

/** An unknown value becomes the default: gray, md, rounded. */
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
      data-color={oneOf(props.color, colors, 'gray')}
      data-size={oneOf(props.size, ['xs', 'sm', 'md', 'lg'], 'md')}
      data-shape={oneOf(props.shape, ['rounded', 'pill'], 'rounded')}
      data-stroke={isOn(props.stroke) ? '' : undefined}
      aria-disabled={isOn(props.disabled) ? 'true' : undefined}
    >
      <Icon icon={props.icon} iconType={props.iconType} />
      {props.children}
    </span>
  );
}
