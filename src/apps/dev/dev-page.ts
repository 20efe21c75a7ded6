/** A page of the development server: the built page plus one script element. */
import { createHash } from 'node:crypto';
import { devPath, devScriptId } from '../../shared/site/dev-channel.ts';
import { policyIn, policyTag } from '../../shared/site/policy-tag.ts';

/** A complete response; `headers` without the length. */
export interface DevPage {
  /** With the script element. */
  readonly html: string;
  /** Hash of the page without the script element. */
  readonly hash: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** `files` is the number of the last written file. */
export function devPage(html: string, base: string, token: string, files: number): DevPage {
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 16);
  const script = `<script type="module" id="${devScriptId}" src="${base}${devPath}.js" data-base="${base}" data-token="${token}" data-hash="${hash}" data-files="${files}"></script>`;
  // The first of all module scripts, so that it sees the page before others change it.
  const withScript = html.replace('<title>', () => `${script}\n<title>`);
  return { html: withScript, hash, headers: pageHeaders(html) };
}

/** The content security policy of the page as a header, with the directives that a meta element does not support. */
function pageHeaders(html: string): Record<string, string> {
  const policy = policyIn(html);
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `${policy ?? "default-src 'none'"}; frame-ancestors 'self'`,
  };
}

/** Shown at every URL until docs.json can be read. Its script shows the errors. */
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
<p>The terminal shows what is wrong with docs.json. This page reloads when it is fixed.</p>
</body>
</html>
`;
}
