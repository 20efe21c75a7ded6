/** Callouts: six presets and `Callout` with its own icon and colour. */
import { type CommonProps, classOf, colorOf, type Markup, oneOf, styleOf } from '../author-props.ts';
import { Icon, Sign } from '../icon/view.tsx';
import { usePage } from '../page-context.ts';

/** Kind → the sign that stands for it. */
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
/** In the order of `presets`; also what a `Card` takes as `type`. */
export const calloutKinds = Object.keys(presets) as CalloutKind[];

/** The sign of a callout kind, for cards that borrow it. */
export function KindSign({ kind }: { readonly kind: CalloutKind }) {
  return <Sign name={presets[kind]} />;
}

/** Unknown colours and kinds are ignored and not reported. */
export interface CalloutProps extends CommonProps {
  readonly icon?: unknown;
  readonly iconType?: unknown;
  /** Any CSS colour; it wins over the colour of `type`. */
  readonly color?: unknown;
  /** Not in the format, yet written by real sites: one of the presets. */
  readonly type?: Markup;
  readonly title?: Markup;
}

/** Without icon, colour and type it is a note. Only a preset is announced by its name: what a free colour means, nobody can say. */
export function Callout(props: CalloutProps) {
  const { words } = usePage();
  const kind = oneOf(props.type, calloutKinds, 'note');
  const isPreset = typeof props.type === 'string';
  const color = colorOf(props.color);
  const icon = props.icon ? <Icon icon={props.icon} iconType={props.iconType} /> : isPreset || !color ? <KindSign kind={kind} /> : null;
  return (
    <aside
      class={classOf('callout', props)}
      data-kind={color ? 'custom' : kind}
      style={styleOf(color ? `--callout:${color}` : '', props.style)}
      aria-label={isPreset ? words[kind] : undefined}
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

/** Blue, the sign `info`. Like the five below it takes an author's icon and title, and no colour. */
export const Note = /* @__PURE__ */ preset('note');
/** Grey, the same sign: quieter than a note. */
export const Info = /* @__PURE__ */ preset('info');
/** Green, a light bulb. */
export const Tip = /* @__PURE__ */ preset('tip');
/** Green, a tick. */
export const Check = /* @__PURE__ */ preset('check');
/** Amber, a triangle. */
export const Warning = /* @__PURE__ */ preset('warning');
/** Red, an octagon. */
export const Danger = /* @__PURE__ */ preset('danger');
