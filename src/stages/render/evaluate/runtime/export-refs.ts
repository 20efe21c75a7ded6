/** The exports by which the browser can import a function of the sandbox. */
import type { ComponentType } from 'preact';
import * as compat from 'preact/compat';
import { reference } from '../../../../shared/components/islands.ts';

/** Module id, and the local name that the module exports as `$name`. */
export interface ExportRef {
  readonly module: string;
  readonly name: string;
}

const exportRefs = new Map<unknown, ExportRef>();
const builtInNames = new Map<unknown, string>();
const provided: ReadonlySet<unknown> = new Set(Object.values(compat));

/** Registers the export of an author's function. The first registration counts; Preact's functions have none. */
export function registerExport(value: unknown, module: string, name: string): void {
  if (typeof value === 'function' && !exportRefs.has(value) && !builtInNames.has(value) && !provided.has(value))
    exportRefs.set(value, { module, name });
}

/** The same for built-in components, which the browser finds by name. */
export function registerBuiltIn(value: unknown, name: string): void {
  builtInNames.set(value, name);
}

/** Undefined for built-in components, for Preact's, and for functions created inside others. */
export function exportRefOf(value: unknown): ExportRef | undefined {
  return exportRefs.get(value);
}

/** Built-in components need no island. */
export function isBuiltIn(value: unknown): boolean {
  return builtInNames.has(value);
}

/** The key in an island's scope: `module#name`, or the name of a built-in component. */
export function referenceOf(value: unknown): string | undefined {
  const exportRef = exportRefs.get(value);
  return exportRef ? reference(exportRef.module, exportRef.name) : builtInNames.get(value);
}

/** The author's name for a component; undefined for one that `page-code.ts` generated. */
// biome-ignore lint/suspicious/noExplicitAny: any component of the author's
export function nameOf(component: ComponentType<any>): string | undefined {
  const name = exportRefs.get(component)?.name ?? component.displayName ?? component.name;
  return name.startsWith('$') ? undefined : name;
}
