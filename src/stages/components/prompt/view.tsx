/** `Prompt`: a text for an AI assistant, to copy or to open in an editor. */
import { type CommonProps, classOf, isText, type Markup } from '../author-props.ts';
import { textOf } from '../children.ts';
import { BuiltInIcon, Icon } from '../icon/view.tsx';
import { InlineMarkdown } from '../inline-markdown.tsx';
import { usePage } from '../page-context.ts';

/** Unknown actions are ignored. */
export interface PromptProps extends CommonProps {
  readonly description?: Markup;
  /** `copy`, `cursor`, or both. */
  readonly actions?: unknown;
  readonly icon?: unknown;
  readonly iconType?: unknown;
  /** The children as written, if the compiler knows them. */
  readonly source?: unknown;
}

/** The text is collapsed. The copy button copies `source` if present, else the plain text of the children. */
export function Prompt(props: PromptProps) {
  const { messages } = usePage();
  const text = isText(props.source) ? props.source.trim() : textOf(props.children);
  const actions = Array.isArray(props.actions) ? props.actions : isText(props.actions) ? props.actions.split(',') : ['copy'];
  const has = (name: string) => actions.some((action) => typeof action === 'string' && action.trim() === name);
  return (
    <div class={classOf('prompt', props)}>
      <div class="prompt-head">
        <Icon icon={props.icon} iconType={props.iconType} />
        <div class="prompt-description">
          <InlineMarkdown of={props.description} />
        </div>
        <div class="prompt-actions">
          {has('copy') ? (
            <button type="button" class="button" data-copy-from="pre">
              <BuiltInIcon name="copy" />
              <span>{messages.copyPrompt}</span>
            </button>
          ) : null}
          {has('cursor') ? (
            <a
              class="button"
              href={`https://cursor.com/link/prompt?text=${encodeURIComponent(toWellFormed(text))}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              <BuiltInIcon name="square-terminal" />
              <span>{messages.openIn.replace('{name}', 'Cursor')}</span>
            </a>
          ) : null}
        </div>
      </div>
      <details class="prompt-text">
        <summary>{messages.showPrompt}</summary>
        <pre>{text}</pre>
      </details>
    </div>
  );
}

/** `encodeURIComponent` throws on unpaired surrogates. */
function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
