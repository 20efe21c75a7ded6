/** The script of every page: the frame around the content, and the built-in components. */
import { defineComponents } from '../components/define-components.ts';
import { startAppearance } from '../shell/appearance.ts';
import { startBanner } from '../shell/banner.ts';
import { startDrawer } from '../shell/drawer.ts';
import { startFeedback } from '../shell/feedback.ts';
import { whenSettled } from '../shell/first-paint.ts';
import { startMenus } from '../shell/menus.ts';
import { startPageMenu } from '../shell/page-menu.ts';
import { startPrefetch } from '../shell/prefetch.ts';
import { startScrollAreas } from '../shell/scroll-areas.ts';
import { startScrollSpy } from '../shell/scroll-spy.ts';
import { startSearchEntry } from '../shell/search-entry.ts';
import { startSidebar } from '../shell/sidebar.ts';

whenSettled(() => {
  for (const start of [
    startAppearance,
    startBanner,
    startDrawer,
    startMenus,
    startSearchEntry,
    startSidebar,
    startScrollSpy,
    startScrollAreas,
    startPageMenu,
    startFeedback,
    startPrefetch,
    defineComponents,
  ]) {
    try {
      start();
    } catch (error) {
      // A failing part must not stop the others.
      console.error(error);
    }
  }
});
