/** Addresses of signing in and out, below the base of a site. Only its own server answers them. */
export const loginHref = '/_docsgen/login';
export const logoutHref = '/_docsgen/logout';
/** Where a sign-in elsewhere comes back to. */
export const callbackHref = '/_docsgen/callback';

/** A page of the site's own look with a hole for what the server says: `_docsgen/door.html`. */
export const doorPage = '_docsgen/door.html';
export const doorHole = '<!--docsgen:door-->';
export const doorTitle = 'docsgen:door-title';
