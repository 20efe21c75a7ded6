/** The request body: the media type, and a text, fields or file for it. */
import type { PlaygroundData, PlaygroundMedia } from '../../../shared/playground/playground.ts';
import { isFormType, isJsonType } from '../../../shared/request/body-type.ts';
import { button, element, fill } from '../dom.ts';
import { plainField } from '../form/field.ts';
import { translate } from '../translate.ts';
import { fieldsPart } from './body-fields.ts';
import type { BodyPart } from './body-part.ts';
import { filePart, textPart } from './body-text.ts';
import { jsonPart } from './json-body.ts';

/** The body section, for all media types. */
export interface BodyForm extends Omit<BodyPart, 'nodes' | 'useExample'> {
  /** Its controls' events bubble. */
  readonly node: HTMLElement;
}

/**
 * `media` must not be empty; the first is selected. `prefill` as in `PlaygroundSettings`. Typed values are kept when another media type is selected. `onExample`
 * is called when the reader takes an example, before the event.
 */
export function bodyForm(body: NonNullable<PlaygroundData['body']>, prefill: boolean | undefined, onExample: () => void): BodyForm {
  const { media, required } = body;
  const content = element('div', { class: 'playground-body-part' });
  const examples = element('div', { class: 'playground-choices' });
  const node = element('fieldset', { class: 'playground-section' }, element('legend', {}, translate('body')));
  const parts = new Map<PlaygroundMedia, BodyPart>();
  let chosen = media[0] as PlaygroundMedia;
  const select = element('select', {});

  function part(): BodyPart {
    let current = parts.get(chosen);
    if (!current) {
      current = partFor(chosen, required);
      const [example] = chosen.examples;
      if (example && (prefill ?? !example.generated)) current.useExample?.(example.text);
      parts.set(chosen, current);
    }
    return current;
  }
  function show(): void {
    const { nodes, useExample } = part();
    fill(content, ...nodes);
    fill(examples, useExample !== undefined && exampleChooser(chosen.examples, take));
  }
  function take(text: string): void {
    part().useExample?.(text);
    onExample();
    content.dispatchEvent(new Event('input', { bubbles: true }));
  }

  if (media.length > 1) {
    for (const [index, { mediaType }] of media.entries()) select.append(element('option', { value: index }, mediaType));
    select.addEventListener('change', () => {
      chosen = media[Number(select.value)] ?? chosen;
      show();
    });
    node.append(plainField(translate('contentType'), select));
  } else node.append(element('span', { class: 'playground-type' }, chosen.mediaType));
  node.append(examples, content);
  show();

  return {
    node,
    read: () => part().read(),
    state: () => ({ mediaType: chosen.mediaType, ...part().state() }),
    restore(state) {
      const wanted = media.find(({ mediaType }) => mediaType === state.mediaType);
      if (wanted) {
        chosen = wanted;
        select.value = String(media.indexOf(wanted));
        show();
      }
      part().restore(state);
    },
    problems: () => part().problems(),
    focus: () => part().focus(),
  };
}

function partFor(media: PlaygroundMedia, required: boolean): BodyPart {
  const { mediaType, schema } = media;
  if (isFormType(mediaType)) return fieldsPart(media);
  const isBinary = /^(?:image|audio|video|font)\/|octet-stream|[/+]zip|[/+]gzip|\/pdf/i.test(mediaType);
  if (isBinary || schema?.type === 'file') return filePart(media, required);
  return isJsonType(mediaType) ? jsonPart(media, required) : textPart(media, required);
}

function exampleChooser(examples: PlaygroundMedia['examples'], use: (text: string) => void): HTMLElement | undefined {
  const [only] = examples;
  if (!only) return undefined;
  if (examples.length === 1) return button(translate('useExample'), 'playground-button', () => use(only.text));
  const select = element(
    'select',
    { 'aria-label': translate('useExample') },
    element('option', { value: '' }, `${translate('useExample')}…`),
  );
  for (const [index, { name }] of examples.entries()) select.append(element('option', { value: index }, name));
  select.addEventListener('change', () => {
    const example = select.value === '' ? undefined : examples[Number(select.value)];
    if (example) use(example.text);
    select.value = '';
  });
  return select;
}
