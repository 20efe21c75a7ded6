/** A page as the development server sends it: the built page, and one script element more. */
import { createHash } from 'node:crypto';
import { devPath, devScriptId } from '../../shared/site/dev-channel.ts';
import { policyIn, policyTag } from '../../shared/site/policy-tag.ts';

/** Ready to be sent; `headers` without the length. */
export interface DevPage {
  /** With the script element. */
  readonly html: string;
  /** Of the page without the script element. */
  readonly hash: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** `files` is the number of the last published file that was written. */
export function devPage(html: string, base: string, token: string, files: number): DevPage {
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 16);
  const script = `<script type="module" id="${devScriptId}" src="${base}${devPath}.js" data-base="${base}" data-token="${token}" data-hash="${hash}" data-files="${files}"></script>`;
  // First of all modules: it remembers the page as it was sent, before others change it.
  const withScript = html.replace('<title>', () => `${script}\n<title>`);
  return { html: withScript, hash, headers: pageHeaders(html) };
}

/** The policy of the page as a header, too, with what a meta element cannot say. */
function pageHeaders(html: string): Record<string, string> {
  const policy = policyIn(html);
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `${policy ?? "default-src 'none'"}; frame-ancestors 'self'`,
  };
}

/** Stands for every page until there is a docs.json that can be read: the script shows what is wrong with it. */
export function pageWithoutSite(): string {
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
  return `<!doctype html>
<html lang="en">
<head>
${policyTag(policy)}
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>docsgen</title>
</head>
<body>
<h1>There is no site to show yet</h1>
<p>The terminal says what is wrong with docs.json. This page follows as soon as it is mended.</p>
</body>
</html>
`;
}
