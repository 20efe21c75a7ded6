import '../custom-elements.ts';
import { type CommonProps, classOf, isOn, toKeyword } from '../author-props.ts';
import { textOf } from '../children.ts';
import { usePage } from '../page-context.ts';

/** Without `code` and `chart`, the text of the children is the source. */
export interface MermaidElementProps extends CommonProps {
  readonly code?: unknown;
  /** The spelling of other tools. */
  readonly chart?: unknown;
  /** By default, the browser decides by the height of the diagram. */
  readonly actions?: unknown;
  readonly placement?: unknown;
}

/**
 * A `mermaid` fence: its source as text, which docsgen's copy of mermaid renders in the browser
 * (`src/browser/entries/mermaid.ts`).
 */
export function Mermaid(props: MermaidElementProps) {
  const source = [props.code, props.chart].find((text) => typeof text === 'string') ?? textOf(props.children);
  const { messages } = usePage();
  const actions = props.actions === undefined || props.actions === null ? 'auto' : isOn(props.actions) ? 'on' : 'off';
  return (
    <docs-mermaid
      class={classOf('mermaid-frame', props)}
      data-actions={actions}
      data-name={messages.diagram}
      data-failed={messages.diagramFailed}
      data-zoom-in={messages.zoomIn}
      data-zoom-out={messages.zoomOut}
      data-reset={messages.reset}
      data-placement={toKeyword(props.placement, ['bottom-right', 'bottom-left', 'top-right', 'top-left'], 'bottom-right')}
    >
      <pre class="mermaid">{source}</pre>
    </docs-mermaid>
  );
}
