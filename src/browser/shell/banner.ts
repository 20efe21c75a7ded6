import { bannerKey, store } from './storage.ts';

/** Dismissing the banner: it stays away until its text changes. */
export function startBanner(): void {
  document.querySelector('.banner-dismiss')?.addEventListener('click', () => {
    store(bannerKey, document.documentElement.dataset.bannerKey ?? '');
    document.documentElement.classList.add('banner-dismissed');
  });
}
