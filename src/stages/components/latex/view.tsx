import { type CommonProps, classOf, isOn } from '../author-props.ts';

/** Children: either KaTeX's HTML, or the plain source. */
export interface LatexProps extends CommonProps {
  /** Display mode. */
  readonly block?: boolean;
}

/** `Latex`: KaTeX's HTML made by the compiler, or the formula's source where there is none. */
export function Latex(props: LatexProps) {
  const name = classOf('latex', props);
  return isOn(props.block) ? <div class={name}>{props.children}</div> : <span class={name}>{props.children}</span>;
}
