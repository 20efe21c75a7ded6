/** The search dialog, loaded on first use. */
import { SearchDialog } from '../search/search-dialog.ts';

let dialog: SearchDialog | undefined;

/** The dialog of the page, created on the first call; `entry` is the button with the URL of the index. */
export function searchDialog({ dataset }: HTMLElement): SearchDialog {
  dialog ??= new SearchDialog({ folder: dataset.search ?? '', prompt: dataset.prompt ?? '', failed: dataset.failed ?? '' });
  return dialog;
}
