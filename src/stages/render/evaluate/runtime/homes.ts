/** The exports by which the browser can import a function of the sandbox. */
import type { ComponentType } from 'preact';
import * as compat from 'preact/compat';
import { reference } from '../../../../shared/components/islands.ts';

/** Module id, and the local name that the module exports as `$name`. */
export interface Home {
  readonly module: string;
  readonly name: string;
}

const exportRefs = new Map<unknown, Home>();
const ownNames = new Map<unknown, string>();
const provided: ReadonlySet<unknown> = new Set(Object.values(compat));

/** Registers the export of an author's function. The first registration counts; Preact's functions have none. */
export function settle(value: unknown, module: string, name: string): void {
  if (typeof value === 'function' && !exportRefs.has(value) && !ownNames.has(value) && !provided.has(value))
    exportRefs.set(value, { module, name });
}

/** The same for built-in components, which the browser finds by name. */
export function registerOwn(value: unknown, name: string): void {
  ownNames.set(value, name);
}

/** Undefined for built-in components, for Preact's, and for functions created inside others. */
export function exportRefOf(value: unknown): Home | undefined {
  return exportRefs.get(value);
}

/** Built-in components need no island. */
export function isOwn(value: unknown): boolean {
  return ownNames.has(value);
}

/** The key in an island's scope: `module#name`, or the name of a built-in component. */
export function referenceTo(value: unknown): string | undefined {
  const home = exportRefs.get(value);
  return home ? reference(home.module, home.name) : ownNames.get(value);
}

/** The author's name for a component; undefined for one that `page-code.ts` generated. */
// biome-ignore lint/suspicious/noExplicitAny: any component of the author's
export function nameOf(component: ComponentType<any>): string | undefined {
  const name = exportRefs.get(component)?.name ?? component.displayName ?? component.name;
  return name.startsWith('$') ? undefined : name;
}
