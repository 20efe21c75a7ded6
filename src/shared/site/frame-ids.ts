/**
 * Ids of the page frame, for the author's styles. A heading with the same id takes precedence; an author's own element
 * does not.
 */
export const frameIds: ReadonlySet<string> = new Set(
  (
    'navbar sidebar sidebar-content header banner footer body-content content-area content page-title pagination panel table-of-contents ' +
    'table-of-contents-layout table-of-contents-content search-bar-entry search-bar-entry-mobile search-input topbar-cta-button mobile-nav ' +
    'mobile-nav-content assistant-entry request-example response-example api-playground-input endpoints-menu-trigger page-context-menu ' +
    'page-context-menu-button localization-select-trigger localization-select-content localization-select-item multi-view-dropdown ' +
    'changelog-filters changelog-filters-content background-color'
  ).split(' '),
);
