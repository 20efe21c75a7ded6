/** Callouts: six presets and `Callout` with its own icon and colour. */
import { type CommonProps, classOf, colorOf, type Markup, oneOf, styleOf } from './author-props.ts';
import { Icon, Sign } from './icon.tsx';
import { usePage } from './page-context.ts';

/** Kind → the sign that stands for it. */
const presets = {
  note: 'info',
  info: 'info',
  tip: 'lightbulb',
  check: 'circle-check',
  warning: 'triangle-alert',
  danger: 'octagon-alert',
} as const;

export type CalloutKind = keyof typeof presets;
export const calloutKinds = Object.keys(presets) as CalloutKind[];

/** The sign of a callout kind, for cards that borrow it. */
export function KindSign({ kind }: { readonly kind: CalloutKind }) {
  return <Sign name={presets[kind]} />;
}

export interface CalloutProps extends CommonProps {
  readonly icon?: unknown;
  readonly iconType?: unknown;
  readonly color?: unknown;
  /** Not in the format, yet written by real sites: one of the presets. */
  readonly type?: Markup;
  readonly title?: Markup;
}

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

export const Note = /* @__PURE__ */ preset('note');
export const Info = /* @__PURE__ */ preset('info');
export const Tip = /* @__PURE__ */ preset('tip');
export const Check = /* @__PURE__ */ preset('check');
export const Warning = /* @__PURE__ */ preset('warning');
export const Danger = /* @__PURE__ */ preset('danger');
