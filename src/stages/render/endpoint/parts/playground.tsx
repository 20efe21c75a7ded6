/** The static part of the playground: its button and its data. The browser builds the form (`browser/playground`). */
import { jsxTemplate } from 'preact/jsx-runtime';
import { escapeJson } from '../../../../shared/html.ts';
import { type PlaygroundData, playgroundTag } from '../../../../shared/playground/playground.ts';
import { useApi } from './api-page.ts';

/** The data of the form: written into the page as JSON, so it contains no secrets. */
export interface PlaygroundSlotProps {
  readonly data: PlaygroundData;
}

/** Without scripts the stylesheet hides the button, because nothing can be sent. */
export function PlaygroundSlot({ data }: PlaygroundSlotProps) {
  const { words } = useApi();
  const Tag = playgroundTag as 'div';
  return (
    <Tag class="playground" id="api-playground">
      <button type="button" class="playground-open" aria-haspopup="dialog">
        {data.kind === 'websocket' ? words.connect : words.tryIt}
      </button>
      <script type="application/json">{jsxTemplate([escapeJson(data)])}</script>
    </Tag>
  );
}
