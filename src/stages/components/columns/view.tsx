/** `Columns`, its older name `CardGroup`, and `Column`. */
import { type CommonProps, classOf, styleOf, toNumber } from '../author-props.ts';

/** The first of the three spellings that is a number applies. */
export interface ColumnsProps extends CommonProps {
  /** Rounded and clamped to 1–4. Default: 2. */
  readonly cols?: unknown;
  /** Spellings of `cols` that real sites use. */
  readonly columns?: unknown;
  readonly col?: unknown;
}

/** A grid on wide screens, one column on small ones. The stylesheet selects by `data-columns`. */
export function Columns(props: ColumnsProps) {
  return <Grid name="columns" {...props} />;
}

/** The older name. It keeps its class for users' CSS. */
export function CardGroup(props: ColumnsProps) {
  return <Grid name="card-group columns" {...props} />;
}

/** One cell, for content that is more than one element. */
export function Column(props: CommonProps) {
  return (
    <div class={classOf('column', props)} style={styleOf('', props.style)}>
      {props.children}
    </div>
  );
}

function Grid({ name, ...props }: ColumnsProps & { readonly name: string }) {
  const requested = toNumber(props.cols) ?? toNumber(props.columns) ?? toNumber(props.col) ?? 2;
  const columns = Math.min(4, Math.max(1, Math.round(requested)));
  return (
    <div class={classOf(name, props)} data-columns={String(columns)} style={styleOf('', props.style)}>
      {props.children}
    </div>
  );
}
