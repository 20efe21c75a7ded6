/** What is remembered in the browser. Storage may be full, forbidden or tampered with: reading and writing never fail. */

export const appearanceKey = 'docsgen:appearance';
export const bannerKey = 'docsgen:banner';
export const openGroupsKey = 'docsgen:open-groups';
export const sidebarScrollKey = 'docsgen:sidebar-scroll';

export function readStored(key: string, isForVisit = false): string | undefined {
  try {
    return (isForVisit ? sessionStorage : localStorage).getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function store(key: string, value: string, isForVisit = false): void {
  try {
    (isForVisit ? sessionStorage : localStorage).setItem(key, value);
  } catch {
    // Remembering is a comfort, not a need.
  }
}
