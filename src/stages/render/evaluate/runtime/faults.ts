/** What went wrong while a page was drawn, as data; and what can be mended on the spot. */
import { createNothing } from '../../../../shared/components/author-scope.ts';
import { machineNames, maxProblems, type Problem } from '../protocol.ts';
import { CodeFromTextError, InternalError } from './scope.ts';

const problems: Problem[] = [];
let lastRendered = '';

/** Remembers what is being drawn, for the message of an error. */
export function drawing(type: unknown): void {
  if (typeof type !== 'function') return;
  const { displayName, name } = type as { displayName?: unknown; name?: unknown };
  const known = String(displayName ?? name ?? '');
  // The compiler calls every page so: no name for an author.
  if (/^[A-Z]/.test(known)) lastRendered = known === 'Page' ? '' : known;
}

/** In the order in which they happened; of the one page that this realm draws. */
export function allProblems(): readonly Problem[] {
  return problems;
}

/** Records a fault, or whatever was thrown. Draws nothing in its place. What `import(…)` was compiled to is reported already. */
export function report(error: unknown, { component, isRejection = false }: { component?: string; isRejection?: boolean } = {}): null {
  if (problems.length >= maxProblems) return null;
  const who = component ?? (isRejection ? undefined : lastRendered || undefined);
  if (isProblem(error)) problems.push({ ...error, component: error.component ?? component });
  else if (!isRejection || !(clientOnly(error) || error instanceof MissingNameError))
    problems.push({ ...describe(error, isRejection), component: who });
  return null;
}

function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'kind' in error && !(error instanceof Error);
}

/** Author code can throw anything, getters that throw included. */
function describe(error: unknown, isRejection: boolean): Problem {
  const kind = isRejection ? 'rejected' : 'threw';
  try {
    if (!(error instanceof Error)) return { kind, message: String(error).slice(0, 1000) };
    const message = String(error.message).slice(0, 1000);
    const stack = String(error.stack).slice(0, 8000);
    if (error instanceof CodeFromTextError) return { kind: 'code-from-text', message, stack };
    const engineProblem = error instanceof InternalError ? engineProblems[message] : undefined;
    if (engineProblem) return { kind: engineProblem, message, stack };
    const name = missingName(error);
    return name !== undefined && machineNames.has(name) ? { kind: 'forbidden-name', message: name, stack } : { kind, message, stack };
  } catch {
    return { kind, message: 'something that cannot be read' };
  }
}

/** What the engine's own errors mean: it has no other sign of them. */
const engineProblems: Readonly<Record<string, Problem['kind']>> = {
  'out of memory': 'memory',
  'out of memory in regexp execution': 'memory',
  interrupted: 'timeout',
};

/** A name that is not there, although the engine did not look for it. */
export class MissingNameError extends ReferenceError {
  readonly missing: string;

  constructor(name: string) {
    super(`'${name}' is not defined`);
    this.missing = name;
  }
}

/** The engine says it in these words only; `package.json` pins it. */
function missingName(error: unknown): string | undefined {
  if (error instanceof MissingNameError) return error.missing;
  return error instanceof ReferenceError ? /^'([^']+)' is not defined$/.exec(error.message)?.[1] : undefined;
}

/** Whether it failed only because there is no browser here. */
export function clientOnly(error: unknown): boolean {
  return browserNames.has(missingName(error) ?? '');
}

const tried = new Set<string>();

/**
 * A name that nobody defines: gets a stand-in, so that the rest of the page lives. A component draws its children, a
 * value shows as it is written. True when it is worth drawing again.
 */
export function tryAgain(error: unknown): boolean {
  const name = missingName(error);
  if (name === undefined || browserNames.has(name) || machineNames.has(name) || tried.has(name) || tried.size > 100) return false;
  tried.add(name);
  problems.push({ ...describe(error, false), kind: 'undefined-name', component: lastRendered || undefined, message: name });
  const standIn = /^[A-Z]/.test(name)
    ? ({ children }: { children?: unknown }) => children
    : /^use[A-Z]/.test(name)
      ? createNothing()
      : `{${name}}`;
  Object.defineProperty(globalThis, name, { value: standIn, configurable: true, writable: true });
  return true;
}

/** What only a browser has. A component that needs one of these while it is drawn is drawn by the reader's browser. */
const browserNames: ReadonlySet<string> = new Set(
  (
    'window document navigator location history screen localStorage sessionStorage indexedDB caches matchMedia getComputedStyle ' +
    'requestAnimationFrame cancelAnimationFrame requestIdleCallback customElements CSS innerWidth innerHeight scrollTo scrollX scrollY ' +
    'fetch Request Response Headers XMLHttpRequest WebSocket EventSource FormData Blob File FileReader AbortController AbortSignal ' +
    'URL URLSearchParams TextEncoder TextDecoder atob btoa crypto performance structuredClone queueMicrotask MessageChannel BroadcastChannel ' +
    'Node Element HTMLElement SVGElement Image Audio Option Event CustomEvent EventTarget KeyboardEvent MouseEvent DOMParser Range Selection ' +
    'MutationObserver IntersectionObserver ResizeObserver Worker Notification alert confirm prompt open self addEventListener removeEventListener ' +
    'dispatchEvent getSelection parent top frames'
  ).split(' '),
);
