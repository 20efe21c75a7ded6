/** What is remembered in the browser. Storage may be full, forbidden or tampered with: reading and writing never fail. */

/** `dark` or `light`, kept for later visits; absent until the reader chose. */
export const appearanceKey = 'docsgen:appearance';
/** The key of the banner that was dismissed (`data-banner-key`). */
export const bannerKey = 'docsgen:banner';
/** Paths of the open groups, a line each; for the visit. */
export const openGroupsKey = 'docsgen:open-groups';
/** Pixels; for the visit. */
export const sidebarScrollKey = 'docsgen:sidebar-scroll';

/** `isForVisit`: of this tab alone, gone when it is closed. Undefined when nothing is kept or nothing may be read. */
export function readStored(key: string, isForVisit = false): string | undefined {
  try {
    return (isForVisit ? sessionStorage : localStorage).getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** As `readStored`; what cannot be kept is lost without a word. */
export function store(key: string, value: string, isForVisit = false): void {
  try {
    (isForVisit ? sessionStorage : localStorage).setItem(key, value);
  } catch {
    // Remembering is a comfort, not a need.
  }
}
