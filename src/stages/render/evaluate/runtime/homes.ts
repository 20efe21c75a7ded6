/** Where a function can be imported from: how the sandbox tells the browser which one it means. */
import type { ComponentType } from 'preact';
import * as compat from 'preact/compat';
import { reference } from '../../../../shared/components/islands.ts';

/** Module id, and the local name by which the module exports it (`$name`). */
export interface Home {
  readonly module: string;
  readonly name: string;
}

const exportRefs = new Map<unknown, Home>();
const ownNames = new Map<unknown, string>();
const provided: ReadonlySet<unknown> = new Set(Object.values(compat));

/** Says where a function of the author's can be imported from. The first home stays; Preact's functions have none. */
export function settle(value: unknown, module: string, name: string): void {
  if (typeof value === 'function' && !exportRefs.has(value) && !ownNames.has(value) && !provided.has(value))
    exportRefs.set(value, { module, name });
}

/** The same for our own components, which the browser knows by name alone. */
export function registerOwn(value: unknown, name: string): void {
  ownNames.set(value, name);
}

/** Undefined for our own components, for Preact's, and for functions made inside of others. */
export function exportRefOf(value: unknown): Home | undefined {
  return exportRefs.get(value);
}

/** One of docsgen's components, which need no island around them. */
export function isOwn(value: unknown): boolean {
  return ownNames.has(value);
}

/** What the browser finds it by in an island's scope: `module#name`, or the name of one of our components. */
export function referenceTo(value: unknown): string | undefined {
  const home = exportRefs.get(value);
  return home ? reference(home.module, home.name) : ownNames.get(value);
}

/** As the author calls it; undefined for what `page-code.ts` has made out of the page itself. */
// biome-ignore lint/suspicious/noExplicitAny: any component of the author's
export function nameOf(component: ComponentType<any>): string | undefined {
  const name = exportRefs.get(component)?.name ?? component.displayName ?? component.name;
  return name.startsWith('$') ? undefined : name;
}
