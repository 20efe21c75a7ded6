/**
 * Starts the components in the browser: all listeners are on the document, so that they also work for content added
 * later.
 */
import { patchedEvent } from '../../shared/site/dev-channel.ts';
import { startCopy } from './copy.ts';
import { startFieldLinks } from './field-links.ts';
import { revealHash, startReveal } from './reveal.ts';
import { startSchemaRest } from './schema-rest.ts';
import { DocsTabs } from './tabs.ts';
import { startTooltips } from './tooltip.ts';
import { DocsTree } from './tree.ts';
import { restoreFilters, startUpdates } from './updates.ts';
import { restoreView, startViews } from './views.ts';
import { prepareZoom, startZoom } from './zoom.ts';

/** Call once per document. */
export function defineComponents(): void {
  customElements.define('docs-tabs', DocsTabs);
  customElements.define('docs-tree', DocsTree);
  startCopy();
  startFieldLinks();
  startReveal();
  startSchemaRest();
  startTooltips();
  startUpdates();
  startViews();
  startZoom();
  refreshComponents();
  revealHash();
  document.addEventListener(patchedEvent, refreshComponents);
}

/** Call it after content was inserted: restores the reader's earlier choices. */
function refreshComponents(): void {
  restoreView();
  restoreFilters();
  prepareZoom();
}
