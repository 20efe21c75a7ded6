import { type CommonProps, classOf, isOn } from '../author-props.ts';

/** Children: KaTeX's HTML, or the plain source. */
export interface LatexProps extends CommonProps {
  /** Display mode. */
  readonly block?: boolean;
}

/** `Latex`: KaTeX's HTML from the compiler, or the source of the formula if there is none. */
export function Latex(props: LatexProps) {
  const name = classOf('latex', props);
  return isOn(props.block) ? <div class={name}>{props.children}</div> : <span class={name}>{props.children}</span>;
}
