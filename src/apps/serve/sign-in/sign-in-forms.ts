/** The sign-in and sign-out pages: a short form in the site's own layout. They work without scripts. */
import type { ServerResponse } from 'node:http';
import { escapeHtml } from '../../../shared/html.ts';
import { policyIn } from '../../../shared/site/policy-tag.ts';
import { signInPage, signInPlaceholder, signInTitle } from '../../../shared/site/sign-in.ts';
import type { BlobStore } from '../blob-store.ts';
import { securityHeaders } from '../plain-response.ts';
import type { SiteVersion } from '../site-version.ts';

/** The content of a page; `title` is plain text. */
export interface SignInFormPage {
  readonly status: number;
  readonly title: string;
  /** docsgen's own markup with escaped texts. */
  readonly content: string;
  readonly headers?: readonly string[];
}

/** Sends a page that is never cached, framed or indexed. */
export async function sendSignInPage(
  version: SiteVersion,
  store: BlobStore,
  response: ServerResponse,
  page: SignInFormPage,
): Promise<void> {
  const file = version.open.file(signInPage);
  const frame = file === undefined ? plainFrame : (await store.read(file.hash)).toString('utf8');
  const title = escapeHtml(page.title);
  // Replacement functions, because `$` is special in replacement strings.
  const html = frame
    .replaceAll(signInTitle, () => title)
    .replace(signInPlaceholder, () => `<h1 id="page-title">${title}</h1>${page.content}`);
  const policy = policyIn(html);
  const body = Buffer.from(html);
  response.writeHead(page.status, [
    ...securityHeaders,
    ...(page.headers ?? []),
    'Content-Type',
    'text/html; charset=utf-8',
    'Cache-Control',
    'no-store',
    'Vary',
    'Cookie',
    'X-Robots-Tag',
    'noindex',
    'Content-Security-Policy',
    `${policy ?? "default-src 'none'; form-action 'self'"}; frame-ancestors 'none'`,
    'Content-Length',
    String(body.length),
  ]);
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

const plainFrame = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${signInTitle}</title></head><body><main>${signInPlaceholder}</main></body></html>`;

/** All texts are plain and will be escaped. */
export interface SignInForm {
  /** Site path with base. */
  readonly action: string;
  /** Site path with base to return to. */
  readonly next: string;
  /** False when all readers share one password. */
  readonly asksForName: boolean;
  /** Why the last attempt failed. */
  readonly problem?: string | undefined;
  /** The name from the last attempt. */
  readonly name?: string | undefined;
}

/** Posts `name` (empty for a shared password), `password` and `next` to `action`. */
export function signInForm({ action, next, asksForName, problem, name }: SignInForm): string {
  const field = asksForName
    ? `<label>Name<input name="name" autocomplete="username" required maxlength="200" value="${escapeHtml(name ?? '')}"${name ? '' : ' autofocus'}></label>`
    : '<input type="hidden" name="name" autocomplete="username" value="">';
  return `<p>Sign in to read these pages.</p>
${problem === undefined ? '' : `<p class="sign-in-problem" role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="next" value="${escapeHtml(next)}">
${field}
<label>Password<input type="password" name="password" autocomplete="current-password" required maxlength="1000"${asksForName && !name ? '' : ' autofocus'}></label>
<button type="submit">Sign in</button>
</form>`;
}

/** A sentence with an optional button and link. */
export function message(
  text: string,
  link?: { readonly href: string; readonly label: string },
  other?: { readonly href: string; readonly label: string },
): string {
  return [
    `<p>${escapeHtml(text)}</p>`,
    link ? `<a class="sign-in-button" href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a>` : '',
    other ? `<p class="sign-in-other"><a href="${escapeHtml(other.href)}">${escapeHtml(other.label)}</a></p>` : '',
  ].join('\n');
}

/** A form instead of a link, because a link can be followed unintentionally. */
export function signOutForm(action: string): string {
  return `<p>You are signed in.</p><form method="post" action="${escapeHtml(action)}"><button type="submit">Sign out</button></form>`;
}
