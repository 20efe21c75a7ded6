/**
 * A text area for bodies and messages. The text is sent byte for byte. Reports JSON syntax errors; highlighting,
 * completion and schema validation are in a separate script (json-editor), which is loaded when such an editor is first
 * shown and is optional.
 */
import type { InputSchema } from '../../../shared/playground/playground.ts';
import type { Enhancement } from '../../json-editor/enhance-json.ts';
import { element, newId } from '../dom.ts';
import { syntaxProblem } from './json-error.ts';

/** Text set by code is checked immediately, typed text after a pause. */
export interface TextEditor {
  readonly node: HTMLElement;
  /** The text to send, byte for byte. */
  text: string;
  /** A syntax error, or a schema mismatch once that script has loaded; undefined for an empty text. */
  problem(): string | undefined;
  complain(problem: string | undefined): void;
  focus(): void;
}

/** `schema` is used for JSON only. */
export interface TextEditorOptions {
  readonly label: string;
  readonly isJson: boolean;
  readonly schema?: InputSchema;
}

/** Delay in milliseconds between the last key and the check. */
const pause = 300;

/** The plain editor; a JSON editor is enhanced when it becomes visible. */
export function textEditorFor({ label, isJson, schema }: TextEditorOptions): TextEditor {
  const id = newId();
  const area = element('textarea', {
    id,
    rows: isJson ? 12 : 6,
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    'aria-describedby': `${id}-fault`,
    class: 'playground-code',
    wrap: isJson ? 'off' : undefined,
  });
  const problem = element('p', { class: 'playground-fault', id: `${id}-fault`, role: 'status', hidden: true });
  const frame = element('div', { class: 'playground-editor' }, area);
  let enhancement: Enhancement | undefined;

  let timer = 0;
  /** A check of typed text that is still to come would replace what is shown now. */
  function complain(words: string | undefined): void {
    clearTimeout(timer);
    problem.hidden = words === undefined;
    problem.textContent = words ?? '';
    area.ariaInvalid = words === undefined ? null : 'true';
  }
  const check = () => (isJson && area.value.trim() !== '' ? (syntaxProblem(area.value) ?? enhancement?.problem(area.value)) : undefined);

  area.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => complain(check()), pause);
  });
  if (isJson) whenSeen(frame, enhance);

  async function enhance(): Promise<void> {
    try {
      const { enhanceJson } = await import('../../json-editor/enhance-json.ts');
      enhancement = enhanceJson(area, frame, schema);
    } catch {
      // Offline or blocked: the plain editor stays.
    }
  }

  return {
    node: element('div', { class: 'playground-text' }, labelFor(id, label), frame, problem),
    get text() {
      return area.value;
    },
    set text(text) {
      area.value = text;
      enhancement?.changed();
      complain(check());
    },
    problem: check,
    complain,
    focus: () => area.focus(),
  };
}

function labelFor(id: string, label: string): HTMLElement {
  return element('div', { class: 'playground-label' }, element('label', { for: id }, label));
}

function whenSeen(node: Element, act: () => void): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    act();
  });
  observer.observe(node);
}
