/** The search filters: kinds of pages, version, language. Shown only where there is a choice. */
import type { SearchKind, SearchManifest, SearchScope } from '../../shared/site/search-index.ts';
import { element, fill } from '../playground/dom.ts';

/** The current filters. */
export interface SearchChoice {
  /** Folder of the index. */
  readonly folder: string;
  /** All when undefined. */
  readonly kind?: SearchKind;
}

interface Named {
  readonly value: string;
  readonly name: string;
}

/** `changed` is called after the reader's choice. Changing the index resets the kind. */
export class FilterBar {
  readonly node = element('div', { class: 'search-filters', hidden: true });
  readonly #manifest: SearchManifest;
  readonly #changed: () => void;
  #choice: SearchChoice;
  #kindsHere: readonly SearchKind[];

  constructor(manifest: SearchManifest, folder: string, changed: () => void) {
    this.#manifest = manifest;
    this.#choice = { folder };
    this.#kindsHere = manifest.kinds;
    this.#changed = changed;
    this.#draw();
  }

  get choice(): SearchChoice {
    return this.#choice;
  }

  /** The kinds of pages in the current index. */
  offer(kinds: readonly SearchKind[]): void {
    if (kinds.join() === this.#kindsHere.join()) return;
    this.#kindsHere = kinds;
    this.#draw();
  }

  #draw(): void {
    const { scopes, strings } = this.#manifest;
    const active = (document.activeElement as HTMLElement | null)?.ariaLabel;
    const here = scopes.find((scope) => scope.folder === this.#choice.folder);
    const languages = new Map(scopes.map(({ language, name }) => [language, { value: language, name }]));
    const versions = scopes.flatMap((scope) => (scope.language === here?.language && scope.version !== undefined ? [scope.version] : []));
    const parts = [
      this.#kindsHere.length > 1 && this.#kinds(),
      versions.length > 1 &&
        select(strings.version, versions.map(sameName), here?.version, (version) => {
          this.#go(scopes.find((scope) => scope.language === here?.language && scope.version === version));
        }),
      languages.size > 1 &&
        select(strings.language, [...languages.values()], here?.language, (language) => {
          const there = scopes.filter((scope) => scope.language === language);
          this.#go(there.find((scope) => scope.version === here?.version) ?? there[0]);
        }),
    ];
    fill(this.node, ...parts);
    this.node.hidden = parts.every((part) => part === false);
    for (const field of this.node.querySelectorAll('select')) if (field.ariaLabel === active) field.focus();
  }

  /** Switches to another index, which may have other versions. */
  #go(scope: SearchScope | undefined): void {
    if (scope === undefined) return;
    this.#choice = { folder: scope.folder };
    this.#draw();
    this.#changed();
  }

  #kinds(): HTMLElement {
    const { strings } = this.#manifest;
    const names: Readonly<Record<SearchKind, string>> = { page: strings.pages, endpoint: 'API' };
    const choices = [undefined, ...[...this.#kindsHere].reverse()].map((kind) => {
      const input = element('input', { type: 'radio', name: 'search-kind', checked: kind === this.#choice.kind });
      input.addEventListener('change', () => {
        this.#choice = { folder: this.#choice.folder, ...(kind && { kind }) };
        this.#changed();
      });
      return element('label', { class: 'search-kind' }, input, kind === undefined ? strings.all : names[kind]);
    });
    return element('div', { class: 'search-kinds', role: 'radiogroup', 'aria-label': strings.filters }, ...choices);
  }
}

function sameName(name: string): Named {
  return { value: name, name };
}

function select(label: string, options: readonly Named[], chosen: string | undefined, changed: (value: string) => void): HTMLElement {
  const field = element(
    'select',
    { class: 'search-select', 'aria-label': label, onchange: () => changed(field.value) },
    ...options.map(({ value, name }) => element('option', { value, selected: value === chosen }, name)),
  );
  return field;
}
