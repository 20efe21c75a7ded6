/** Browser storage. It may be full, forbidden or modified: reading and writing never fail. */

/** `dark` or `light`, kept for later visits; absent until the reader chooses. */
export const appearanceKey = 'docsgen:appearance';
/** The key of the dismissed banner (`data-banner-key`). */
export const bannerKey = 'docsgen:banner';
/** Paths of the expanded groups, one per line; for the session. */
export const openGroupsKey = 'docsgen:open-groups';
/** Pixels; for the session. */
export const sidebarScrollKey = 'docsgen:sidebar-scroll';

/** `isForVisit`: uses session storage. Undefined when there is no value or storage is forbidden. */
export function readStored(key: string, isForVisit = false): string | undefined {
  try {
    return (isForVisit ? sessionStorage : localStorage).getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Like `readStored`; errors are ignored. */
export function store(key: string, value: string, isForVisit = false): void {
  try {
    (isForVisit ? sessionStorage : localStorage).setItem(key, value);
  } catch {
    // Storage is optional.
  }
}
