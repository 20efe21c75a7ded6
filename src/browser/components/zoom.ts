/** Opens images in a native dialog; Escape or a click closes it. */
import { delegate } from './delegate.ts';

/** Call once per document; also applies to images added later. */
export function startZoom(): void {
  delegate('click', 'img[data-zoom]', (image) => zoom(image as HTMLImageElement));
  delegate('keydown', 'img[data-zoom]', (image, event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    zoom(image as HTMLImageElement);
  });
}

/** Makes images focusable only when the script runs. */
export function prepareZoom(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-zoom]:not([tabindex])')) {
    if (image.closest('a, button')) image.removeAttribute('data-zoom');
    else {
      image.tabIndex = 0;
      image.role = 'button';
      image.ariaHasPopup = 'dialog';
      if (image.alt.trim() === '') {
        // An empty text means decoration, but a button needs a name.
        image.removeAttribute('alt');
        image.ariaLabel = image.dataset.zoom ?? '';
      }
    }
  }
}

function zoom(image: HTMLImageElement): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'zoom';
  dialog.ariaLabel = image.alt.trim() || image.ariaLabel;
  const large = document.createElement('img');
  large.src = image.currentSrc || image.src;
  large.alt = image.alt;
  dialog.append(large);
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
