/** The whole form of one operation, and its request. */

import { isRecord } from '../../shared/playground/exact-number.ts';
import type { PlaygroundData, PlaygroundParameter } from '../../shared/playground/playground.ts';
import { buildRequest } from '../../shared/request/build-request.ts';
import type { BuiltRequest, ParameterPlace, ParameterValue } from '../../shared/request/request.ts';
import { type BodyForm, bodyForm } from './body/body-form.ts';
import type { BodyState } from './body/body-part.ts';
import { type Credentials, cookieNotice, credentials } from './credentials/credentials.ts';
import { loadCredentials, saveCredentials } from './credentials/session.ts';
import { button, element } from './dom.ts';
import { editorFor } from './form/editors.ts';
import type { Editor } from './form/field.ts';
import { type ServerPicker, serverPicker } from './form/server-picker.ts';
import { translate } from './translate.ts';

/** One instance for each panel. Typed values are stored in the tab by operation, and restored. */
export interface RequestForm {
  readonly node: HTMLElement;
  /** The current request, even if invalid; `masked` = placeholders instead of secrets. */
  build(options?: { readonly masked?: boolean }): BuiltRequest;
  /** Marks invalid and missing fields, and returns the problems; `focus` = focuses the first one. */
  check(options: { readonly focus: boolean }): string[];
  /** The state for the tab and for links: without secrets and files. */
  state(): FormState;
  /** Accepts any value: ignores what matches no field. */
  restore(state: unknown): void;
  /** For a pasted request: only headers that the selected scheme uses. */
  acceptCredentials(headers: readonly (readonly [string, string])[]): void;
}

/** JSON. `values`: location, then name of the parameter. */
export interface FormState {
  readonly values?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly body?: BodyState;
  /** Index of the selected security alternative. */
  readonly alternative?: number;
}

const sections: readonly ParameterPlace[] = ['path', 'query', 'querystring', 'header', 'cookie'];

/** `input` and `change` events of its node signal a new request. */
export function requestForm(data: PlaygroundData): RequestForm {
  return new OperationForm(data);
}

type ParameterField = readonly [PlaygroundParameter, Editor];

class OperationForm implements RequestForm {
  readonly node: HTMLElement;
  readonly #data: PlaygroundData;
  readonly #server: ServerPicker;
  readonly #authorization: Credentials;
  readonly #fields: readonly ParameterField[];
  readonly #body: BodyForm | undefined;

  constructor(data: PlaygroundData) {
    const { settings, body, operation } = data;
    this.#data = data;
    this.#server = serverPicker(data);
    this.#authorization = credentials(data, () => this.#server.url());
    this.#body = body && body.media.length > 0 ? bodyForm(body, settings.prefill, () => this.#useExamples()) : undefined;
    this.#fields = data.parameters.map((parameter) => [parameter, editorOf(parameter, settings.prefill)]);

    // A public hook for the author's styles, unless a heading of the page has the name.
    const hook = { id: document.getElementById('api-playground-input') ? undefined : 'api-playground-input' };
    const form = { ...hook, class: 'playground-form', novalidate: true, autocomplete: 'off' };
    this.node = element('form', form, this.#authorization.node, this.#server.node);
    // With a body, its own control fills in the parameters too.
    const hasExamples = this.#fields.some(([parameter]) => exampleOf(parameter) !== undefined);
    if (hasExamples && !body?.media.some(({ examples }) => examples.length > 0)) this.node.append(this.#exampleButton());
    for (const place of sections) this.node.append(...sectionOf(place, this.#fields));
    if (this.#body) this.node.append(this.#body.node);

    const key = `request:${operation}`;
    this.restore(loadCredentials(key));
    const keep = () => saveCredentials(key, this.state());
    this.node.addEventListener('input', keep);
    this.node.addEventListener('change', keep);
  }

  build({ masked = false } = {}): BuiltRequest {
    const { method, path, parameters, accept } = this.#data;
    const read = this.#body?.read();
    return buildRequest({
      method: method || 'GET',
      server: this.#server.url(),
      path,
      parameters,
      values: this.#values(),
      credentials: this.#authorization.read(masked && !this.#authorization.showsSecrets),
      ...(read && { body: read }),
      ...(accept && { accept }),
    });
  }

  check({ focus }: { readonly focus: boolean }): string[] {
    const body = this.#body;
    const problems: string[] = [];
    let first: (() => void) | undefined;
    const serverProblem = this.#server.problem();
    if (serverProblem) {
      problems.push(serverProblem);
      first = () => this.#server.focus();
    }
    for (const [{ name, required, in: place }, editor] of this.#fields) {
      const inner = editor.problem();
      const isMissing = editor.read() === undefined && (required || place === 'path');
      const problem = isMissing ? translate('required', { name }) : inner;
      editor.complain(problem);
      if (!problem) continue;
      problems.push(problem);
      first ??= () => editor.focus();
    }
    const bodyProblems = body?.problems() ?? [];
    problems.push(...bodyProblems);
    if (bodyProblems.length > 0) first ??= () => body?.focus();
    if (focus) first?.();
    return problems;
  }

  state(): FormState {
    return { values: this.#values(), ...(this.#body && { body: this.#body.state() }), alternative: this.#authorization.alternative };
  }

  restore(given: unknown): void {
    if (!isRecord(given)) return;
    if (isRecord(given.values)) {
      for (const [{ name, in: place }, editor] of this.#fields) {
        const inside = given.values[place];
        if (isRecord(inside) && Object.hasOwn(inside, name)) editor.write(inside[name]);
      }
    }
    if (this.#body && isRecord(given.body)) this.#body.restore(given.body as BodyState);
    if (typeof given.alternative === 'number') this.#authorization.alternative = given.alternative;
  }

  #exampleButton(): HTMLElement {
    const take = () => {
      this.#useExamples();
      this.node.dispatchEvent(new Event('input', { bubbles: true }));
    };
    return element('div', { class: 'playground-choices' }, button(translate('useExample'), 'playground-button', take));
  }

  /** Fills in the parameters that have an example and no value. */
  #useExamples(): void {
    for (const [parameter, editor] of this.#fields) {
      const example = exampleOf(parameter);
      if (example !== undefined && editor.read() === undefined) editor.write(example);
    }
  }

  acceptCredentials(headers: readonly (readonly [string, string])[]): void {
    this.#authorization.accept(headers);
  }

  /** By location, then name of the parameter. */
  #values(): Record<string, Record<string, ParameterValue>> {
    const all: Record<string, Record<string, ParameterValue>> = Object.create(null);
    for (const [{ name, in: place }, editor] of this.#fields) {
      const value = editor.read();
      if (value === undefined) continue;
      all[place] ??= Object.create(null) as Record<string, ParameterValue>;
      (all[place] as Record<string, ParameterValue>)[name] = value as ParameterValue;
    }
    return all;
  }
}

/** The control of a parameter, with its example if `prefill` is set, or is absent and the request requires it. */
function editorOf(parameter: PlaygroundParameter, prefill: boolean | undefined): Editor {
  const { name, schema, required, deprecated, allowEmptyValue } = parameter;
  const editor = editorFor({
    name,
    schema,
    required: required ?? false,
    deprecated: deprecated ?? false,
    offersEmpty: allowEmptyValue ?? false,
    typed: parameter.contentType !== undefined,
  });
  const initial = (prefill ?? required) ? (exampleOf(parameter) ?? (prefill ? schema.default : undefined)) : undefined;
  if (initial !== undefined) editor.write(initial);
  return editor;
}

/** From the description; generated examples are placeholders for a request that nobody has filled in. */
function exampleOf({ example, schema }: PlaygroundParameter): unknown {
  return example ?? schema.example;
}

/** The fields of the parameters in one location; empty without any. */
function sectionOf(place: ParameterPlace, fields: readonly ParameterField[]): HTMLElement[] {
  const inside = fields.filter(([parameter]) => parameter.in === place);
  if (inside.length === 0) return [];
  const section = element(
    'fieldset',
    { class: 'playground-section' },
    element('legend', {}, translate(place)),
    place === 'cookie' && cookieNotice(inside.map(([{ name }]) => name).join(', ')),
    ...inside.map(([, editor]) => editor.node),
  );
  return [section];
}
