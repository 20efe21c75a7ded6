import type { LatexProps } from '../../shared/components/component-props.ts';
import { type CommonProps, classOf, isOn } from './author-props.ts';

/** `Latex`: KaTeX's HTML made by the compiler, or the formula's source where there is none. */
export function Latex(props: CommonProps & LatexProps) {
  const name = classOf('latex', props);
  return isOn(props.block) ? <div class={name}>{props.children}</div> : <span class={name}>{props.children}</span>;
}
