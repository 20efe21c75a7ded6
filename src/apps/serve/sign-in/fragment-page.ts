/** The callback page of a login that returns a token in the URL fragment. Fragments reach neither servers nor logs, so a script posts it. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { escapeHtml } from '../../../shared/html.ts';
import { securityHeaders } from '../plain-response.ts';

const script = `const fields = new URLSearchParams(location.hash.slice(1));
history.replaceState(null, '', location.pathname);
const form = document.forms[0];
for (const name of ['token', 'state']) form.elements.namedItem(name).value = fields.get(name) ?? '';
form.submit();`;
const policy = `default-src 'none'; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;

/**
 * Posts `token` and `state` to `action`, after removing them from the history. The referrer policy makes browsers send the origin of the
 * form: with `no-referrer`, Chromium sends `Origin: null`, as for a form of another site. Referrers never contain fragments.
 */
export function fragmentPage(response: ServerResponse, action: string): void {
  const body = Buffer.from(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta name="referrer" content="same-origin"><title>Sign in</title></head>
<body><form method="post" action="${escapeHtml(action)}"><input type="hidden" name="token"><input type="hidden" name="state"></form>
<noscript>Sign-in requires JavaScript.</noscript>
<script>${script}</script></body></html>
`);
  response.writeHead(200, [
    ...securityHeaders,
    'Content-Type',
    'text/html; charset=utf-8',
    'Cache-Control',
    'no-store',
    'Content-Security-Policy',
    policy,
    'Content-Length',
    String(body.length),
  ]);
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
