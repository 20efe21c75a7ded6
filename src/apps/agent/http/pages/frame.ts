/** The layout of the operator pages and the headers that they are sent with. */
import { type Content, type Html, html } from './html.ts';

/** No scripts, no third-party resources, no framing, and forms submit only to this service. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** The variable parts of a page. Without a token, nobody is signed in and there is no navigation. */
export interface PageParts {
  readonly title: string;
  readonly content: Content;
  /** The current page in the navigation. */
  readonly current?: 'jobs' | 'projects' | undefined;
  /** CSRF token of the sign-out form. */
  readonly token?: string | undefined;
  /** Reloads the page after this many seconds, while something is still running. */
  readonly refreshSeconds?: number | undefined;
  /** A problem with the configuration of the service. */
  readonly warning?: string | undefined;
}

/** Renders a complete document. It contains no script, because `pageHeaders` forbids them. */
export function page({ title, content, current, token, refreshSeconds, warning }: PageParts): string {
  const link = (name: 'jobs' | 'projects', href: string, label: string) =>
    current === name ? html`<a href="${href}" aria-current="page">${label}</a>` : html`<a href="${href}">${label}</a>`;
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

/** Formats a time for people; the `datetime` attribute has the exact time. */
export function time(milliseconds: number): Html {
  const iso = new Date(milliseconds).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** Renders a badge. The state is also its CSS class, which sets the color. */
export function pill(state: string): Html {
  return html`<span class="pill ${state}">${state}</span>`;
}
