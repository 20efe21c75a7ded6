/**
 * The request as code in the reader's language, updated with the form. Secrets are masked until the reader chooses to
 * see them.
 */
import type { BuiltRequest } from '../../shared/request/request.ts';
import { findLanguage, type SampleLanguage } from '../../shared/samples/languages.ts';
import { copyButton } from './copy-button.ts';
import { loadCredentials, saveCredentials } from './credentials/session.ts';
import { element, newId } from './dom.ts';
import { translate } from './translate.ts';

/** The code of one request at a time. */
export interface SamplesPanel {
  readonly node: HTMLElement;
  /** The caller must mask secrets. */
  update(request: BuiltRequest): void;
  /** Key of the language that is shown. */
  language(): string;
}

/** Undefined when no name is a known language: the site shows no samples. The choice is stored in the tab. */
export function samplesPanel(names: readonly string[]): SamplesPanel | undefined {
  const languages = [...new Set(names.map(findLanguage))].filter((language) => language !== undefined);
  let language = languages.find(({ key }) => key === loadCredentials('language')) ?? languages[0];
  if (!language) return undefined;
  const id = newId();
  const code = element('code', {});
  const select = element('select', { id, class: 'code-select', 'aria-label': translate('language') });
  for (const { key, label } of languages) select.append(element('option', { value: key }, label));
  select.value = language.key;
  let latest: BuiltRequest | undefined;
  select.addEventListener('change', () => {
    language = languages.find(({ key }) => key === select.value) ?? language;
    saveCredentials('language', language?.key);
    show();
  });
  function show(): void {
    if (latest) code.textContent = (language as SampleLanguage).print(latest);
  }
  return {
    node: element(
      'div',
      { class: 'code-block playground-sample' },
      element(
        'div',
        { class: 'code-head' },
        select,
        copyButton(translate('copyCode'), () => code.textContent ?? ''),
      ),
      element('pre', { tabindex: 0, 'aria-label': translate('request') }, code),
    ),
    update(request) {
      latest = request;
      show();
    },
    language: () => (language as SampleLanguage).key,
  };
}
