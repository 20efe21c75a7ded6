import '../custom-elements.ts';
import { type CommonProps, classOf, isOn, oneOf } from '../author-props.ts';
import { textOf } from '../children.ts';
import { usePage } from '../page-context.ts';

/** Without `code` and `chart` the source is the text of the children. */
export interface MermaidElementProps extends CommonProps {
  readonly code?: unknown;
  /** The spelling of other tools. */
  readonly chart?: unknown;
  /** When absent, the browser decides by the height of the drawing. */
  readonly actions?: unknown;
  readonly placement?: unknown;
}

/** A `mermaid` fence: its source as text, drawn in the browser by our own copy of mermaid (`src/browser/entries/mermaid.ts`). */
export function Mermaid(props: MermaidElementProps) {
  const source = [props.code, props.chart].find((text) => typeof text === 'string') ?? textOf(props.children);
  const { words } = usePage();
  const actions = props.actions === undefined || props.actions === null ? 'auto' : isOn(props.actions) ? 'on' : 'off';
  return (
    <docs-mermaid
      class={classOf('mermaid-frame', props)}
      data-actions={actions}
      data-name={words.diagram}
      data-failed={words.diagramFailed}
      data-zoom-in={words.zoomIn}
      data-zoom-out={words.zoomOut}
      data-reset={words.reset}
      data-placement={oneOf(props.placement, ['bottom-right', 'bottom-left', 'top-right', 'top-left'], 'bottom-right')}
    >
      <pre class="mermaid">{source}</pre>
    </docs-mermaid>
  );
}
