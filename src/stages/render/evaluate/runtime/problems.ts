/** Problems during rendering, as data, and recovery from undefined names. */
import { createNothing } from '../../../../shared/components/author-scope.ts';
import { maxProblems, nodeGlobals, type Problem } from '../protocol.ts';
import { CodeFromTextError, InternalError } from './scope.ts';

const problems: Problem[] = [];
let lastRendered = '';

/** Records the component being rendered, for error messages. */
export function setRendering(type: unknown): void {
  if (typeof type !== 'function') return;
  const { displayName, name } = type as { displayName?: unknown; name?: unknown };
  const known = String(displayName ?? name ?? '');
  // The compiler's name for every page is not meaningful to authors.
  if (/^[A-Z]/.test(known)) lastRendered = known === 'Page' ? '' : known;
}

/** In order of occurrence, for the one page of this realm. */
export function allProblems(): readonly Problem[] {
  return problems;
}

/** Records a problem or an exception. Returns null, so that nothing is rendered. Compiled `import(…)` was already reported. */
export function report(error: unknown, { component, isRejection = false }: { component?: string; isRejection?: boolean } = {}): null {
  if (problems.length >= maxProblems) return null;
  const who = component ?? (isRejection ? undefined : lastRendered || undefined);
  if (isProblem(error)) problems.push({ ...error, component: error.component ?? component });
  else if (!isRejection || !(failsWithoutBrowser(error) || error instanceof MissingNameError))
    problems.push({ ...describe(error, isRejection), component: who });
  return null;
}

function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'kind' in error && !(error instanceof Error);
}

/** Author code can throw any value, including one with throwing getters. */
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
    return name !== undefined && nodeGlobals.has(name) ? { kind: 'forbidden-name', message: name, stack } : { kind, message, stack };
  } catch {
    return { kind, message: 'something that cannot be read' };
  }
}

/** Messages of the engine's own errors, which have no other code. */
const engineProblems: Readonly<Record<string, Problem['kind']>> = {
  'out of memory': 'memory',
  'out of memory in regexp execution': 'memory',
  interrupted: 'timeout',
};

/** An undefined name that the engine did not look up. */
export class MissingNameError extends ReferenceError {
  readonly missing: string;

  constructor(name: string) {
    super(`'${name}' is not defined`);
    this.missing = name;
  }
}

/** The engine reports the name only in the message; `package.json` pins its version. */
function missingName(error: unknown): string | undefined {
  if (error instanceof MissingNameError) return error.missing;
  return error instanceof ReferenceError ? /^'([^']+)' is not defined$/.exec(error.message)?.[1] : undefined;
}

/** Whether the error is only due to the missing browser. */
export function failsWithoutBrowser(error: unknown): boolean {
  return browserNames.has(missingName(error) ?? '');
}

const defined = new Set<string>();

/**
 * Defines a placeholder for an undefined name, so that the rest of the page renders: a component renders its
 * children, a value its name. Returns true if rendering again may succeed.
 */
export function defineMissingName(error: unknown): boolean {
  const name = missingName(error);
  if (name === undefined || browserNames.has(name) || nodeGlobals.has(name) || defined.has(name) || defined.size > 100) return false;
  defined.add(name);
  problems.push({ ...describe(error, false), kind: 'undefined-name', component: lastRendered || undefined, message: name });
  const placeholder = /^[A-Z]/.test(name)
    ? ({ children }: { children?: unknown }) => children
    : /^use[A-Z]/.test(name)
      ? createNothing()
      : `{${name}}`;
  Object.defineProperty(globalThis, name, { value: placeholder, configurable: true, writable: true });
  return true;
}

/** Browser globals. A component that needs one of these during rendering is rendered in the browser. */
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
