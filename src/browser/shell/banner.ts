import { bannerKey, store } from './storage.ts';

/** Dismisses the banner until its text changes. */
export function startBanner(): void {
  document.querySelector('.banner-dismiss')?.addEventListener('click', () => {
    store(bannerKey, document.documentElement.dataset.bannerKey ?? '');
    document.documentElement.classList.add('banner-dismissed');
  });
}
