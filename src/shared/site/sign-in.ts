/** Addresses of signing in and out, below the base of a site. Only its own server answers them. */
export const loginHref = '/_docsgen/login';
/** GET shows a button, POST signs out: following a link or loading a picture signs nobody out. */
export const logoutHref = '/_docsgen/logout';
/** Where a sign-in elsewhere comes back to. */
export const callbackHref = '/_docsgen/callback';

/** A page of the site's own look with a hole for what the server says: `_docsgen/door.html`. */
export const signInPage = '_docsgen/door.html';
/** Replaced by the server with its form or message; stands once in the page, in its content. */
export const signInPlaceholder = '<!--docsgen:door-->';
/** Stands where the page says its title, for the server to replace. */
export const signInTitle = 'docsgen:door-title';
