/** Where an OAuth sign-in comes back to. */
import { escapeHtml } from '../contract/html.ts';

/** The one address that sign-ins of all playgrounds come back to: it is registered once with the API's own server. */
export const signInPath = '_docsgen/sign-in.html';

/** `script`: href of the playground's script, which hands the answer to the page that waits. */
export function signInPage(script: string): string {
  const policy =
    "default-src 'none'; script-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
  return `<!doctype html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta charset="utf-8">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>Sign-in</title>
<script type="module" src="${escapeHtml(script)}"></script>
</head>
<body><main><h1>Sign-in</h1></main></body>
</html>
`;
}
