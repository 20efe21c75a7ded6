/**
 * The Content-Security-Policy of one page, the first element of its head. It allows only what the page uses: docsgen's
 * script files, and inline scripts by hash; frames and scripts of other origins only when the author's page names them.
 * Style attributes are allowed (authors write them), style elements only by hash.
 */
import { createHash } from 'node:crypto';

/**
 * The needs of one page. Origins can come from authors: invalid ones are dropped here, so they cannot end a directive.
 */
export interface PagePolicy {
  /** Inline scripts and style elements of the page, by their exact text. */
  readonly inlineScripts: readonly string[];
  readonly inlineStyles: readonly string[];
  /** From docs.json, its services, or the page's own text; the same for frames. */
  readonly scriptOrigins: readonly string[];
  readonly frameOrigins: readonly string[];
  /** Origins that docs.json allows for stylesheets (and their fonts) and for connections (`docsgen.security`). */
  readonly styleOrigins?: readonly string[];
  readonly trustedConnections?: readonly string[];
  /** Form targets in addition to the site itself. */
  readonly formOrigins?: readonly string[];
  /** Origins of font files named in docs.json. */
  readonly fontOrigins: readonly string[];
  /** Origins that the page's playground may contact (`playgroundOrigins`); undefined without one. */
  readonly connectOrigins?: readonly string[] | undefined;
  /** The page runs code that inserts HTML strings and style elements: the site's own scripts, islands, Mermaid. */
  readonly writesHtml: boolean;
  /** Search uses a WebAssembly module. */
  readonly hasSearch?: boolean;
}

/** The policy's text for a `<meta>` element (Content Security Policy Level 3; Trusted Types), not yet escaped. */
export function contentSecurityPolicy(policy: PagePolicy): string {
  const { inlineScripts, inlineStyles, scriptOrigins, frameOrigins, fontOrigins, connectOrigins, writesHtml } = policy;
  const styleOrigins = (policy.styleOrigins ?? []).filter(isOrigin);
  const connections = [...(policy.trustedConnections ?? []).filter(isOrigin), ...(connectOrigins ?? [])];
  // A playground shows the images, audio and video that it received.
  const received = connectOrigins === undefined ? [] : ['blob:'];
  const directives: [string, ...string[]][] = [
    ['default-src', "'none'"],
    [
      'script-src',
      "'self'",
      // Allows WebAssembly only, not `eval` of strings.
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
    // Only a named policy can turn strings into HTML or code in the browser. docsgen's code creates nodes instead.
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', ...(writesHtml ? ['default', 'dompurify'] : ["'none'"])],
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}

function hashSource(text: string): string {
  let hash = hashes.get(text);
  if (hash === undefined) {
    hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    // The boot script and a few author styles occur on every page; a larger cache would be a memory leak.
    if (hashes.size < 100) hashes.set(text, hash);
  }
  return hash;
}

const hashes = new Map<string, string>();

/** Origins come from author text: rejects whatever could end a directive or start another one. */
function isOrigin(text: string): boolean {
  return /^(?:https?|wss?):\/\/(?:\*\.)?[\w.-]+(?::(?:\d+|\*))?$/.test(text);
}

/** The text of each style element, for its hash in the policy. */
export function styleElements(html: string): string[] {
  const found: string[] = [];
  // Not a regular expression, which reads the rest of the text for each `<style` that nothing closes.
  for (let at = html.indexOf('<style'); at !== -1; at = html.indexOf('<style', at)) {
    const start = html.indexOf('>', at);
    const end = start === -1 ? -1 : html.indexOf('</style>', start);
    if (end === -1) break;
    found.push(html.slice(start + 1, end));
    at = end;
  }
  return found;
}
