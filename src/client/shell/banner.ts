/** Dismissing the banner: it stays away until its text changes. */
import { bannerKey, store } from './storage.ts';

export function startBanner(): void {
  document.querySelector('.banner-dismiss')?.addEventListener('click', () => {
    store(bannerKey, document.documentElement.dataset.bannerKey ?? '');
    document.documentElement.classList.add('banner-dismissed');
  });
}
