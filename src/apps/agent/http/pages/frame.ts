/** The page around every page of the service, and the headers that it is sent with. */
import { type Content, type Html, html } from './html.ts';

/** No scripts at all, nothing from elsewhere, in no frame, forms only to ourselves. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** What differs from page to page. Without a token nobody is signed in, and there is no navigation. */
export interface PageParts {
  readonly title: string;
  readonly content: Content;
  /** Which of the operator's pages it is; none shows no navigation. */
  readonly current?: 'jobs' | 'projects' | undefined;
  /** Hidden field of the form that signs out. */
  readonly token?: string | undefined;
  /** Loads the page again after so many seconds: for what is still at work. */
  readonly refreshSeconds?: number | undefined;
  /** What is wrong with how the service is run. */
  readonly warning?: string | undefined;
}

/** A whole document. It has no script: `pageHeaders` allow none. */
export function page({ title, content, current, token, refreshSeconds, warning }: PageParts): string {
  const link = (name: 'jobs' | 'projects', href: string, words: string) =>
    current === name ? html`<a href="${href}" aria-current="page">${words}</a>` : html`<a href="${href}">${words}</a>`;
  const isSignedIn = token !== undefined;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>${title} · docsgen agent</title>
<link rel="stylesheet" href="/admin/style.css">
<link rel="icon" href="data:,">
</head>
<body>
<header class="bar"><span class="name">docsgen agent</span>
${
  isSignedIn
    ? html`<nav aria-label="Pages">${link('jobs', '/admin', 'Jobs')}${link('projects', '/admin/projects', 'Projects')}</nav>
<form class="inline" method="post" action="/admin/sign-out"><input type="hidden" name="token" value="${token}"><button>Sign out</button></form>`
    : ''
}
</header>
<main>
${warning !== undefined && html`<p class="note" role="alert">${warning}</p>`}
${content}
</main>
</body>
</html>
`.text;
}

/** A time as people read it; the element holds it for machines. */
export function time(milliseconds: number): Html {
  const iso = new Date(milliseconds).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** A word as a mark; it is also its class, by which it gets its colour. */
export function pill(state: string): Html {
  return html`<span class="pill ${state}">${state}</span>`;
}
