/** Callouts: six presets, and `Callout` with a custom icon and colour. */
import { type CommonProps, classOf, colorOf, type Markup, styleOf, toKeyword } from '../author-props.ts';
import { BuiltInIcon, Icon } from '../icon/view.tsx';
import { usePage } from '../page-context.ts';

/** Kind → icon name. */
const presets = {
  note: 'info',
  info: 'info',
  tip: 'lightbulb',
  check: 'circle-check',
  warning: 'triangle-alert',
  danger: 'octagon-alert',
} as const;

/** The documented presets, in lower case. */
export type CalloutKind = keyof typeof presets;
/** In the order of `presets`. `Card` accepts the same values as `type`. */
export const calloutKinds = Object.keys(presets) as CalloutKind[];

/** The icon of a callout kind. Cards use it too. */
export function CalloutIcon({ kind }: { readonly kind: CalloutKind }) {
  return <BuiltInIcon name={presets[kind]} />;
}

/** Unknown colours and kinds are ignored and not reported. */
export interface CalloutProps extends CommonProps {
  readonly icon?: unknown;
  readonly iconType?: unknown;
  /** Any CSS colour. It takes precedence over the colour of `type`. */
  readonly color?: unknown;
  /** One of the presets. Not part of the format, but used by real sites. */
  readonly type?: Markup;
  readonly title?: Markup;
}

/**
 * A note, unless icon, colour or type is given. Only presets get an accessible name, because a custom colour has no
 * known meaning.
 */
export function Callout(props: CalloutProps) {
  const { messages } = usePage();
  const kind = toKeyword(props.type, calloutKinds, 'note');
  const isPreset = typeof props.type === 'string';
  const color = colorOf(props.color);
  const icon = props.icon ? <Icon icon={props.icon} iconType={props.iconType} /> : isPreset || !color ? <CalloutIcon kind={kind} /> : null;
  return (
    <aside
      class={classOf('callout', props)}
      data-kind={color ? 'custom' : kind}
      style={styleOf(color ? `--callout:${color}` : '', props.style)}
      aria-label={isPreset ? messages[kind] : undefined}
      role="note"
    >
      {icon}
      <div class="callout-content">
        {props.title ? <p class="callout-title">{props.title}</p> : null}
        {props.children}
      </div>
    </aside>
  );
}

function preset(kind: CalloutKind) {
  return (props: CalloutProps) => <Callout {...props} type={kind} color={undefined} />;
}

/** Blue, icon `info`. Like the five below it accepts an icon and a title, but no colour. */
export const Note = /* @__PURE__ */ preset('note');
/** Grey, same icon: less prominent than a note. */
export const Info = /* @__PURE__ */ preset('info');
/** Green, a light bulb. */
export const Tip = /* @__PURE__ */ preset('tip');
/** Green, a check mark. */
export const Check = /* @__PURE__ */ preset('check');
/** Amber, a triangle. */
export const Warning = /* @__PURE__ */ preset('warning');
/** Red, an octagon. */
export const Danger = /* @__PURE__ */ preset('danger');
