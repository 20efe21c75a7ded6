/** The page menu: copies the page as Markdown, prints it, and completes the URLs of assistants. */
import { fillTemplate } from '../../shared/site/page-template.ts';
import { copyText, showDone } from '../components/copy.ts';
import { delegate } from '../components/delegate.ts';

/** Maximum length of the page text in a URL; servers reject longer URLs. */
const longestPage = 6000;

/** Call once per document. The Markdown is loaded on first use, and again after a failure. */
export function startPageMenu(): void {
  const menu = document.querySelector<HTMLElement>('[data-part="page-context-menu"]');
  if (!menu) return;
  let markdown: Promise<string> | undefined;
  const page = () => {
    markdown ??= fetch(menu.dataset.markdown ?? '').then((answer) =>
      answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status))),
    );
    markdown.catch(() => {
      markdown = undefined;
    });
    return markdown;
  };
  const copy = async (button: HTMLElement) => {
    if (await copyText(await page())) showDone(button);
  };
  delegate('click', '[data-copy-page]', copy);
  const mcp = () => new URL(menu.dataset.mcp ?? '', location.href).href;
  delegate('click', '[data-copy-mcp]', async (button) => {
    if (await copyText((button.dataset.copyMcp ?? '').replace('{mcp}', mcp))) showDone(button);
  });
  delegate('click', '[data-print]', () => print());
  // Before a click is likely, so that the URL is complete in time.
  for (const type of ['pointerover', 'focusin'] as const) {
    delegate(type, '[data-part="page-context-menu"] [data-template]', async (link) => {
      const template = link.dataset.template ?? '';
      const url = new URL(menu.dataset.markdown ?? '', location.href).href;
      const text = template.includes('%7Bpage%7D') ? (await page()).slice(0, longestPage) : '';
      (link as HTMLAnchorElement).href = fillTemplate(template, { url, path: location.pathname, page: text, mcp: mcp() });
    });
  }
  // The copy shortcut without a selection copies the page.
  const button = menu.querySelector<HTMLElement>('[data-copy-page]');
  if (!button) return;
  document.addEventListener('copy', (event) => {
    const target = event.target as HTMLElement;
    if (!getSelection()?.isCollapsed || target.closest?.('input, textarea, [contenteditable]')) return;
    copy(button);
  });
}
