/** `Columns`, its older name `CardGroup`, and `Column`. */
import { type CommonProps, classOf, numberOf, styleOf } from './author-props.ts';

export interface ColumnsProps extends CommonProps {
  readonly cols?: unknown;
  /** Spellings of `cols` that real sites use. */
  readonly columns?: unknown;
  readonly col?: unknown;
}

export function Columns(props: ColumnsProps) {
  return <Grid name="columns" {...props} />;
}

export function CardGroup(props: ColumnsProps) {
  return <Grid name="card-group columns" {...props} />;
}

export function Column(props: CommonProps) {
  return (
    <div class={classOf('column', props)} style={styleOf('', props.style)}>
      {props.children}
    </div>
  );
}

function Grid({ name, ...props }: ColumnsProps & { readonly name: string }) {
  const wanted = numberOf(props.cols) ?? numberOf(props.columns) ?? numberOf(props.col) ?? 2;
  const columns = Math.min(4, Math.max(1, Math.round(wanted)));
  return (
    <div class={classOf(name, props)} data-columns={String(columns)} style={styleOf('', props.style)}>
      {props.children}
    </div>
  );
}
