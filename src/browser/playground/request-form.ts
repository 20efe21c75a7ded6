/** The whole form of one operation, and its request. */

import { isRecord } from '../../shared/playground/exact-number.ts';
import type { PlaygroundData, PlaygroundParameter } from '../../shared/playground/playground.ts';
import { buildRequest } from '../../shared/request/build-request.ts';
import type { BuiltRequest, ParameterPlace, ParameterValue } from '../../shared/request/request.ts';
import { bodyForm } from './body/body-form.ts';
import type { BodyState } from './body/body-part.ts';
import { cookieNotice, credentials } from './credentials/credentials.ts';
import { loadCredentials, saveCredentials } from './credentials/session.ts';
import { element } from './dom.ts';
import { editorFor } from './form/editors.ts';
import type { Editor } from './form/field.ts';
import { serverPicker } from './form/server-picker.ts';
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
  const { settings } = data;
  const server = serverPicker(data);
  const authorization = credentials(data, () => server.url());
  const body = data.body && data.body.media.length > 0 ? bodyForm(data.body, settings.prefill) : undefined;
  const fields = data.parameters.map((parameter): readonly [PlaygroundParameter, Editor] => {
    const { name, schema, required, deprecated, allowEmptyValue, example } = parameter;
    const editor = editorFor({
      name,
      schema,
      required: required ?? false,
      deprecated: deprecated ?? false,
      offersEmpty: allowEmptyValue ?? false,
      typed: parameter.contentType !== undefined,
    });
    const initial = settings.prefill ? (example ?? schema.example ?? schema.default) : undefined;
    if (initial !== undefined) editor.write(initial);
    return [parameter, editor];
  });

  // A public hook for the author's styles, unless a heading of the page has the name.
  const hook = { id: document.getElementById('api-playground-input') ? undefined : 'api-playground-input' };
  const form = { ...hook, class: 'playground-form', novalidate: true, autocomplete: 'off' };
  const node = element('form', form, server.node, authorization.node);
  for (const place of sections) {
    const title = translate(place);
    const inside = fields.filter(([parameter]) => parameter.in === place);
    if (inside.length === 0) continue;
    node.append(
      element(
        'fieldset',
        { class: 'playground-section' },
        element('legend', {}, title),
        place === 'cookie' && cookieNotice(inside.map(([{ name }]) => name).join(', ')),
        ...inside.map(([, editor]) => editor.node),
      ),
    );
  }
  if (body) node.append(body.node);

  function values(): Record<string, Record<string, ParameterValue>> {
    const all: Record<string, Record<string, ParameterValue>> = Object.create(null);
    for (const [{ name, in: place }, editor] of fields) {
      const value = editor.read();
      if (value === undefined) continue;
      all[place] ??= Object.create(null) as Record<string, ParameterValue>;
      (all[place] as Record<string, ParameterValue>)[name] = value as ParameterValue;
    }
    return all;
  }

  function build({ masked = false } = {}): BuiltRequest {
    const read = body?.read();
    return buildRequest({
      method: data.method || 'GET',
      server: server.url(),
      path: data.path,
      parameters: data.parameters,
      values: values(),
      credentials: authorization.read(masked && !authorization.showsSecrets),
      ...(read && { body: read }),
      ...(data.accept && { accept: data.accept }),
    });
  }

  function check({ focus }: { readonly focus: boolean }): string[] {
    const problems: string[] = [];
    let first: (() => void) | undefined;
    const serverProblem = server.problem();
    if (serverProblem) {
      problems.push(serverProblem);
      first = server.focus;
    }
    for (const [{ name, required, in: place }, editor] of fields) {
      const inner = editor.problem();
      const isMissing = editor.read() === undefined && (required || place === 'path');
      const problem = isMissing ? translate('required', { name }) : inner;
      editor.complain(problem);
      if (!problem) continue;
      problems.push(problem);
      first ??= editor.focus;
    }
    const bodyProblems = body?.problems() ?? [];
    problems.push(...bodyProblems);
    if (bodyProblems.length > 0) first ??= body?.focus;
    if (focus) first?.();
    return problems;
  }

  function state(): FormState {
    return { values: values(), ...(body && { body: body.state() }), alternative: authorization.alternative };
  }

  function restore(given: unknown): void {
    if (!isRecord(given)) return;
    if (isRecord(given.values)) {
      for (const [{ name, in: place }, editor] of fields) {
        const inside = given.values[place];
        if (isRecord(inside) && Object.hasOwn(inside, name)) editor.write(inside[name]);
      }
    }
    if (body && isRecord(given.body)) body.restore(given.body as BodyState);
    if (typeof given.alternative === 'number') authorization.alternative = given.alternative;
  }

  const key = `request:${data.operation}`;
  restore(loadCredentials(key));
  const keep = () => saveCredentials(key, state());
  node.addEventListener('input', keep);
  node.addEventListener('change', keep);

  return {
    node,
    build,
    check,
    state,
    restore,
    acceptCredentials: (headers) => authorization.accept(headers),
  };
}
