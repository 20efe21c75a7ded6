/**
 * Ids of the page around the content: hooks for the author's styles. Where a heading wants one, the
 * frame gives it up; an author's own element never takes one.
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
