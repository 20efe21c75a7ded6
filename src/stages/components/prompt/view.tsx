/** `Prompt`: a text for an assistant, to copy or to open in an editor. */
import { type CommonProps, classOf, isText, type Markup } from '../author-props.ts';
import { textOf } from '../children.ts';
import { Icon, Sign } from '../icon/view.tsx';
import { InlineMarkdown } from '../inline-markdown.tsx';
import { usePage } from '../page-context.ts';

/** Unknown actions are ignored. */
export interface PromptProps extends CommonProps {
  readonly description?: Markup;
  /** Some of `copy`, `cursor`. */
  readonly actions?: unknown;
  readonly icon?: unknown;
  readonly iconType?: unknown;
  /** The children as they were written, when the compiler knows it. */
  readonly source?: unknown;
}

/** The text is folded. What is copied is `source` where the compiler kept it, else the plain text of the children. */
export function Prompt(props: PromptProps) {
  const { words } = usePage();
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
              <Sign name="copy" />
              <span>{words.copyPrompt}</span>
            </button>
          ) : null}
          {has('cursor') ? (
            <a
              class="button"
              href={`https://cursor.com/link/prompt?text=${encodeURIComponent(wellFormed(text))}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              <Sign name="square-terminal" />
              <span>{words.openIn.replace('{name}', 'Cursor')}</span>
            </a>
          ) : null}
        </div>
      </div>
      <details class="prompt-text">
        <summary>{words.showPrompt}</summary>
        <pre>{text}</pre>
      </details>
    </div>
  );
}

/** `encodeURIComponent` throws on half a surrogate pair. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
