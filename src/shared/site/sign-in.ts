/** URLs of sign-in and sign-out, relative to the site's base path. Only its own server handles them. */
export const loginHref = '/_docsgen/login';
/** GET shows a button, POST signs out, so that following a link or loading an image does not sign out. */
export const logoutHref = '/_docsgen/logout';
/** The URL to which an external sign-in returns. */
export const callbackHref = '/_docsgen/callback';

/** A page in the site's design with a placeholder for the server's content: `_docsgen/sign-in-form.html`. */
export const signInPage = '_docsgen/sign-in-form.html';
/** Replaced by the server with its form or message; occurs once in the page's content. */
export const signInPlaceholder = '<!--docsgen:sign-in-form-->';
/** Placeholder for the page title, replaced by the server. */
export const signInTitle = 'docsgen:sign-in-title';
