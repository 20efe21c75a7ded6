/** The event of a tab panel that became visible. It bubbles. */
export const shownEvent = 'docsgen:shown';
