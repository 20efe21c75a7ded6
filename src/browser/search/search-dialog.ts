import { type SearchManifest, searchFolder } from '../../shared/site/search-index.ts';
import { element, fill } from '../playground/dom.ts';
import { drawing } from './drawings.ts';
import { FilterBar, type SearchChoice } from './filter-bar.ts';
import type { Hit } from './hit.ts';
import { OptionList } from './option-list.ts';
import { RecentSearches } from './recent-searches.ts';
import { type RenderedOptions, recentOptions, resultOptions, startOptions } from './result-options.ts';
import { SearchEngine } from './search-engine.ts';

/** Attributes of the button that opens the dialog (`stages/render/layout/search-entry.tsx`). */
export interface SearchPlace {
  /** Href of the page's index, with a trailing slash. */
  readonly folder: string;
  readonly prompt: string;
  /** Message when loading fails. */
  readonly failed: string;
}

/** Delay in milliseconds between typing and searching; the first letters are not delayed. */
const pauseMs = 70;

/** The page when its title matches the query, else its best section. */
function firstChoice(hit: Hit | undefined): number {
  return hit && hit.sections.length > 0 && !hit.title.some((piece) => piece.isMarked) && hit.method === '' ? 1 : 0;
}

/** The search dialog: created once, on first use. One for each page; loads the index of the page. */
export class SearchDialog {
  /** Prefix of all index folders and site paths. */
  readonly #root: string;
  readonly #base: string;
  /** Folder of the page's index. */
  readonly #folder: string;
  readonly #recent: RecentSearches;
  readonly #manifests = new Map<string, Promise<SearchManifest | undefined>>();
  readonly #engines = new Map<string, SearchEngine>();
  readonly #field: HTMLInputElement;
  readonly #list: OptionList;
  readonly #notice = element('div', { class: 'search-notice', hidden: true });
  readonly #status = element('div', { class: 'visually-hidden', role: 'status' });
  readonly #keys = element('div', { class: 'search-keys', 'aria-hidden': 'true' });
  readonly #filters = element('div', { class: 'search-filters', hidden: true });
  readonly #dialog: HTMLDialogElement;
  readonly #close: HTMLElement;
  readonly #failed: string;
  #loading: Promise<void>;
  #manifest: SearchManifest | undefined;
  #bar: FilterBar | undefined;
  /** Whether loading the manifest has failed. */
  #isWithout = false;
  #timer = 0;
  #turn = 0;

  constructor(place: SearchPlace) {
    const { folder, prompt, failed } = place;
    this.#failed = failed;
    this.#base = folder.slice(0, folder.indexOf(`/${searchFolder}/`));
    this.#root = `${this.#base}/${searchFolder}/`;
    this.#folder = folder.slice(this.#root.length, -1);
    this.#recent = new RecentSearches(this.#base);
    this.#field = element('input', {
      id: 'search-input',
      'data-part': 'search-input',
      type: 'search',
      role: 'combobox',
      placeholder: prompt,
      'aria-label': prompt,
      'aria-controls': 'search-results',
      'aria-expanded': 'false',
      'aria-autocomplete': 'list',
      autocomplete: 'off',
      autocapitalize: 'off',
      autocorrect: 'off',
      spellcheck: 'false',
      enterkeyhint: 'go',
      maxlength: 200,
    });
    this.#list = new OptionList(this.#field, 'search-results', prompt);
    this.#close = element(
      'button',
      { type: 'button', class: 'search-close', 'aria-label': 'Esc', onclick: () => this.#dialog.close() },
      'Esc',
    );
    this.#dialog = element(
      'dialog',
      { id: 'search-dialog', 'aria-label': prompt },
      element('div', { class: 'search-field' }, drawing('search'), this.#field, this.#close),
      this.#filters,
      this.#notice,
      this.#list.node,
      this.#keys,
      this.#status,
    );
    this.#listen();
    document.body.append(this.#dialog);
    this.#loading = this.#load();
  }

  /** Shows the dialog with the last query. */
  open(): void {
    if (this.#dialog.open) return;
    if (this.#isWithout) void this.#search();
    this.#dialog.showModal();
    this.#field.focus();
    this.#field.select();
    if (this.#field.value === '') this.#showRest();
  }

  #listen(): void {
    const dialog = this.#dialog;
    // A click outside the content box targets the dialog itself.
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
    this.#field.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#search(), pauseMs);
    });
    dialog.addEventListener('keydown', (event) => {
      const isInField = event.target === this.#field;
      if (event.isComposing || !(isInField || event.key === 'Escape')) return;
      const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 };
      const step = steps[event.key];
      if (step !== undefined) this.#list.move(step);
      else if (event.key === 'Enter') this.#list.active?.take(event.ctrlKey || event.metaKey);
      else if (event.key === 'Delete' && this.#field.value === '' && this.#list.active?.remove) this.#list.active.remove();
      else if (event.key === 'Escape') dialog.close();
      else return;
      event.preventDefault();
    });
  }

  async #load(): Promise<void> {
    const manifest = await this.#manifestOf(this.#folder);
    if (manifest === undefined) {
      this.#isWithout = true;
      this.#fail(this.#failed);
      return;
    }
    const { strings } = manifest;
    this.#manifest = manifest;
    this.#bar = new FilterBar(manifest, this.#folder, () => void this.#search());
    this.#filters.replaceWith(this.#bar.node);
    // The accessible name must contain the visible label (WCAG 2.5.3).
    this.#close.setAttribute('aria-label', `${strings.close} Esc`);
    const key = (...keys: string[]) => keys.map((name) => element('kbd', {}, name));
    fill(
      this.#keys,
      element('span', {}, ...key('↑', '↓'), strings.toChoose),
      element('span', {}, ...key('↵'), strings.toOpen),
      element('span', {}, ...key('esc'), strings.toClose),
    );
    if (this.#field.value === '') this.#showRest();
    // Loads the program and the index before the first letter.
    await this.#engine(this.#folder, manifest)
      .ready()
      .catch(() => {});
  }

  /** Removes earlier results, so that they are not shown below an error. */
  #fail(text: string): void {
    this.#notice.hidden = false;
    this.#notice.classList.remove('is-empty');
    fill(this.#notice, text);
    this.#status.textContent = text;
    this.#show({ content: [], options: [] }, -1);
  }

  #manifestOf(folder: string): Promise<SearchManifest | undefined> {
    const known = this.#manifests.get(folder);
    if (known) return known;
    const manifest: Promise<SearchManifest | undefined> = fetch(`${this.#root}${folder}/manifest.json`)
      .then((response) => (response.ok ? response.json() : undefined))
      .catch(() => undefined);
    this.#manifests.set(folder, manifest);
    void manifest.then((found) => {
      if (found === undefined) this.#manifests.delete(folder);
    });
    return manifest;
  }

  #engine(folder: string, manifest: SearchManifest): SearchEngine {
    let engine = this.#engines.get(folder);
    if (engine === undefined) {
      engine = new SearchEngine(`${this.#root}${folder}/`, manifest);
      this.#engines.set(folder, engine);
    }
    return engine;
  }

  /** Without a query: recent searches, else entry points. */
  #showRest(): void {
    const manifest = this.#manifest;
    if (manifest === undefined) return;
    this.#notice.hidden = true;
    this.#status.textContent = '';
    const recent = recentOptions(
      this.#recent.list(),
      manifest,
      (query) => {
        this.#field.value = query;
        void this.#search();
      },
      (query) => {
        this.#recent.remove(query);
        this.#showRest();
        this.#field.focus();
      },
    );
    const rest = recent.options.length > 0 ? recent : startOptions(manifest, this.#base, this.#go);
    this.#show(rest, -1);
  }

  async #search(): Promise<void> {
    const turn = ++this.#turn;
    const query = this.#field.value.trim();
    // Retries loading, because the network may be back.
    if (this.#isWithout) {
      this.#isWithout = false;
      this.#status.textContent = '';
      this.#loading = this.#load();
    }
    if (query === '') {
      this.#showRest();
      return;
    }
    await this.#loading;
    const manifest = this.#manifest;
    const choice = this.#bar?.choice;
    if (manifest === undefined || choice === undefined) return;
    try {
      const outcome = await this.#ask(query, choice, manifest);
      // A later query may have finished first.
      if (turn !== this.#turn) return;
      const { strings } = manifest;
      const isNothing = outcome.hits.length === 0;
      const nothing = strings.noResults.replace('{query}', () => query);
      const instead = strings.insteadOf.replace('{query}', () => query).replace('{other}', () => outcome.instead ?? '');
      this.#notice.hidden = !isNothing && outcome.instead === undefined;
      if (isNothing) fill(this.#notice, element('strong', {}, nothing), element('span', {}, strings.tryAgain));
      else fill(this.#notice, instead);
      this.#notice.classList.toggle('is-empty', isNothing);
      this.#status.textContent = isNothing
        ? nothing
        : `${outcome.instead === undefined ? '' : `${instead}. `}${strings.results.replace('{count}', () => String(outcome.total))}`;
      if (isNothing) this.#show(startOptions(manifest, this.#base, this.#go), -1);
      else this.#show(resultOptions(outcome.hits, this.#go), firstChoice(outcome.hits[0]));
    } catch {
      // The next query retries.
      this.#engines.delete(choice.folder);
      if (turn === this.#turn) this.#fail(manifest.strings.failed);
    }
  }

  /** Another version or language has its own index and manifest. */
  async #ask(query: string, { folder, kind }: SearchChoice, own: SearchManifest) {
    const manifest = folder === this.#folder ? own : ((await this.#manifestOf(folder)) ?? own);
    this.#bar?.offer(manifest.kinds);
    return this.#engine(folder, manifest).search(query, kind);
  }

  #show({ content, options }: RenderedOptions, active: number): void {
    this.#list.show(content, options, active);
  }

  readonly #go = (href: string, isApart: boolean): void => {
    this.#recent.add(this.#field.value);
    if (isApart) {
      window.open(href, '_blank', 'noopener');
      return;
    }
    this.#dialog.close();
    location.assign(href);
  };
}
