/**
 * Code samples that the page does not contain: written from the data of the page when their language is selected, by
 * the code that wrote the others (`shared/samples/`).
 */
import { patchedEvent } from '../../shared/site/dev-channel.ts';
import { shownEvent } from '../../shared/site/shown-event.ts';

/** Call once per document. */
export function startSamples(): void {
  document.addEventListener(shownEvent, (event) => void write(event.target as HTMLElement));
  document.addEventListener(patchedEvent, writeShown);
  // A stored choice of the reader may have been applied before.
  writeShown();
}

function writeShown(): void {
  for (const panel of document.querySelectorAll<HTMLElement>('.api-samples .tab-panel[data-active]')) void write(panel);
}

async function write(panel: HTMLElement): Promise<void> {
  const place = panel.closest<HTMLElement>('.api-samples');
  const pre = panel.querySelector('pre');
  const data = place?.querySelector(':scope > script')?.textContent;
  if (!place || !pre || pre.hasChildNodes() || !data) return;
  const index = [...place.querySelectorAll('.tab-panel')].indexOf(panel);
  const language = place.dataset.languages?.split(' ')[index];
  const { sampleCode } = await import('./sample-code.ts');
  if (!pre.hasChildNodes() && language) pre.append(sampleCode(language, JSON.parse(data)));
}
