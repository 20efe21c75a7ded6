/** The code of the search dialog, loaded when a reader reaches for it. */
import { SearchDialog } from '../search/search-dialog.ts';

let dialog: SearchDialog | undefined;

/** The dialog of the page, made at the first call; `entry` is the button that names the index. */
export function searchDialog({ dataset }: HTMLElement): SearchDialog {
  dialog ??= new SearchDialog({ folder: dataset.search ?? '', prompt: dataset.prompt ?? '', failed: dataset.failed ?? '' });
  return dialog;
}
