/** The message to send: one from the description, starting with its example, validated by its schema. */
import type { PlaygroundMessage } from '../../../shared/playground/playground.ts';
import { type TextEditor, textEditorFor } from '../body/text-editor.ts';
import { button, element, fill } from '../dom.ts';
import { plainField } from '../form/field.ts';
import { translate } from '../translate.ts';

/** The send section of a channel's form. */
export interface Composer {
  readonly node: HTMLElement;
  /** Like its button: an invalid message stays, with the option to send it anyway. */
  send(): void;
}

/** `deliver` returns why it failed. */
export function messageComposer(messages: readonly PlaygroundMessage[], deliver: (text: string) => string | undefined): Composer {
  const place = element('div', {});
  const warnings = element('div', { class: 'playground-fault', role: 'alert' });
  const choices = messages.flatMap((message) =>
    (message.examples.length > 0 ? message.examples : [undefined]).map((example) => ({ message, example })),
  );
  const select = element('select', { onchange: () => choose(Number(select.value)) });
  for (const [index, { message, example }] of choices.entries())
    select.append(element('option', { value: index }, message.examples.length > 1 ? `${message.name}: ${example?.name}` : message.name));
  let editor: TextEditor;

  function choose(index: number): void {
    const choice = choices[index];
    const schema = choice?.message.schema;
    editor = textEditorFor({
      label: translate('message'),
      isJson: schema !== undefined && schema.type !== 'string',
      ...(schema && { schema }),
    });
    if (choice?.example) editor.text = choice.example.text;
    fill(place, editor.node);
    fill(warnings);
  }
  choose(0);

  function sendMessage(anyway: boolean): void {
    const problem = anyway ? undefined : editor.problem();
    if (problem === undefined) editor.complain(undefined);
    const words = problem ?? deliver(editor.text);
    fill(
      warnings,
      words !== undefined && element('p', {}, words),
      problem !== undefined && button(translate('sendAnyway'), 'playground-button', () => sendMessage(true)),
    );
  }
  const send = () => sendMessage(false);
  return {
    send,
    node: element(
      'fieldset',
      { class: 'playground-section' },
      element('legend', {}, translate('send')),
      choices.length > 1 && plainField(translate('messageKind'), select),
      place,
      button(translate('sendMessage'), 'playground-button', send),
      warnings,
    ),
  };
}
