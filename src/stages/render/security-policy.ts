/**
 * The Content-Security-Policy of one page, as it stands first in its head. Nothing is allowed that the page does not
 * use: scripts of our own files and by hash, never inline; frames and scripts of other origins only where the author's
 * page names them. Style attributes are open (authors write them), style elements only by hash.
 */
import { createHash } from 'node:crypto';

/** What one page needs. Origins may come from authors: what is none is dropped here, and never ends a directive. */
export interface PagePolicy {
  /** Inline scripts and style elements of the page, by their exact text. */
  readonly inlineScripts: readonly string[];
  readonly inlineStyles: readonly string[];
  /** Named by docs.json, by its services, or by the page's own text; frames likewise. */
  readonly scriptOrigins: readonly string[];
  readonly frameOrigins: readonly string[];
  /** Origins that docs.json trusts with stylesheets (their fonts too) and with connections (`docsgen.security`). */
  readonly styleOrigins?: readonly string[];
  readonly trustedConnections?: readonly string[];
  /** Where forms may be sent besides the site itself. */
  readonly formOrigins?: readonly string[];
  /** Origins of font files named in docs.json. */
  readonly fontOrigins: readonly string[];
  /** What the page's playground may reach (`playgroundOrigins`); undefined without one. */
  readonly connectOrigins?: readonly string[] | undefined;
  /** The page runs code that writes HTML strings and style elements: the site's own scripts, islands, Mermaid. */
  readonly writesHtml: boolean;
  /** Search reads its index by a WebAssembly program of ours. */
  readonly hasSearch?: boolean;
}

/** The policy's text for a `<meta>` element (Content Security Policy Level 3; Trusted Types), not yet escaped. */
export function contentSecurityPolicy(policy: PagePolicy): string {
  const { inlineScripts, inlineStyles, scriptOrigins, frameOrigins, fontOrigins, connectOrigins, writesHtml } = policy;
  const styleOrigins = (policy.styleOrigins ?? []).filter(isOrigin);
  const connections = [...(policy.trustedConnections ?? []).filter(isOrigin), ...(connectOrigins ?? [])];
  // A playground shows the images, sounds and films that it received.
  const received = connectOrigins === undefined ? [] : ['blob:'];
  const directives: [string, ...string[]][] = [
    ['default-src', "'none'"],
    [
      'script-src',
      "'self'",
      // Allows WebAssembly alone; strings stay strings.
      ...(policy.hasSearch ? ["'wasm-unsafe-eval'"] : []),
      ...inlineScripts.map(hashSource),
      ...scriptOrigins.filter(isOrigin),
    ],
    ['style-src', "'self'", ...styleOrigins],
    ['style-src-elem', "'self'", ...styleOrigins, ...(writesHtml ? ["'unsafe-inline'"] : inlineStyles.map(hashSource))],
    ['style-src-attr', "'unsafe-inline'"],
    ['img-src', "'self'", 'https:', 'data:', ...received],
    ['media-src', "'self'", 'https:', 'data:', ...received],
    ['font-src', "'self'", ...fontOrigins.filter(isOrigin), ...(styleOrigins.length > 0 ? ['https:'] : [])],
    ['connect-src', "'self'", ...connections.filter((origin) => isOrigin(origin) || /^(?:https?|wss?):$/.test(origin))],
    ['frame-src', "'self'", ...frameOrigins.filter(isOrigin)],
    ['manifest-src', "'self'"],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'", ...(policy.formOrigins ?? []).filter(isOrigin)],
    // With this, no string becomes HTML or code in the browser but through a named policy. Our own code builds nodes.
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', ...(writesHtml ? ['default', 'dompurify'] : ["'none'"])],
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}

function hashSource(text: string): string {
  let hash = hashes.get(text);
  if (hash === undefined) {
    hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    // The boot script and a few author styles recur on every page; anything more would be a leak.
    if (hashes.size < 100) hashes.set(text, hash);
  }
  return hash;
}

const hashes = new Map<string, string>();

/** Origins come from author text: whatever could end a directive or open another one is no origin. */
function isOrigin(text: string): boolean {
  return /^(?:https?|wss?):\/\/(?:\*\.)?[\w.-]+(?::(?:\d+|\*))?$/.test(text);
}
