/**
 * Code samples that the page does not contain: written from the data of the page when their language is selected, or
 * when the reader asks for all parameters, by the code that wrote the others (`shared/samples/`).
 */
import { patchedEvent } from '../../shared/site/dev-channel.ts';
import { shownEvent } from '../../shared/site/shown-event.ts';

/** Call once per document. */
export function startSamples(): void {
  document.addEventListener(shownEvent, (event) => void write(event.target as HTMLElement));
  document.addEventListener(patchedEvent, writeShown);
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('.samples-all');
    if (button) toggleAll(button);
  });
  // A stored choice of the reader may have been applied before.
  writeShown();
}

function writeShown(): void {
  for (const panel of document.querySelectorAll<HTMLElement>('.api-samples .tab-panel[data-active]')) void write(panel);
}

/** Code of the page itself, for the time when another is shown. */
const written = new WeakMap<HTMLElement, readonly Node[]>();

function toggleAll(button: HTMLElement): void {
  const place = button.closest<HTMLElement>('.api-samples') as HTMLElement;
  button.ariaPressed = String(button.ariaPressed !== 'true');
  const isOther = place.toggleAttribute('data-other');
  const languages = languagesOf(place);
  for (const [index, panel] of panelsOf(place).entries()) {
    const pre = panel.querySelector('pre');
    // Samples of the author stay.
    if (!pre || !languages[index]) continue;
    if (isOther) written.set(pre, [...pre.childNodes]);
    pre.replaceChildren(...(isOther ? [] : (written.get(pre) ?? [])));
    if (panel.hasAttribute('data-active')) void write(panel);
  }
}

function panelsOf(place: HTMLElement): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>('.tab-panel')];
}

/** Keys by panel; empty for samples of the author. */
function languagesOf(place: HTMLElement): string[] {
  return place.dataset.languages?.split(' ') ?? [];
}

async function write(panel: HTMLElement): Promise<void> {
  const place = panel.closest<HTMLElement>('.api-samples');
  const pre = panel.querySelector('pre');
  const data = place?.querySelectorAll(':scope > script');
  if (!place || !pre || !data?.length) return;
  const language = languagesOf(place)[panelsOf(place).indexOf(panel)];
  // A sample of the author does not change.
  place.querySelector('.samples-all')?.toggleAttribute('hidden', !language);
  if (pre.hasChildNodes()) return;
  const { sampleCode } = await import('./sample-code.ts');
  const shown = data[place.hasAttribute('data-other') ? 1 : 0]?.textContent;
  if (!pre.hasChildNodes() && language && shown) pre.append(sampleCode(language, JSON.parse(shown)));
}
