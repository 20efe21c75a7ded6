/** The page's modules inside the engine: each runs once, on its first import. */
import * as compat from 'preact/compat';
import { createNothing, nextComponents, nextPackages, reactPackages } from '../../../../shared/components/author-scope.ts';
import type { ModuleLinks } from '../protocol.ts';
import { registerExport } from './export-refs.ts';
import { registerBrowserOnly, registerModuleIcons } from './islands.tsx';
import { defineMissingName, failsWithoutBrowser, MissingNameError, report } from './problems.ts';

type Exports = Record<string, unknown>;
type Factory = (module: { exports: Exports }, exports: Exports, require: (specifier: string) => Exports) => void;

const factories = new Map<string, Factory>();
const loaded = new Map<string, { exports: Exports }>();
const links = new Map<string, ModuleLinks>();
/** A placeholder for failed imports: can be called, rendered and accessed, and renders its children. */
export const nothing = createNothing();
/** Built-in components by name, which replace failed imports of the same name. */
export const builtIns = new Map<string, unknown>();
/** A name whose import failed: the built-in component of that name, or a placeholder. */
export function missingImport(name: string): unknown {
  return builtIns.get(name) ?? nothing;
}
const reactModule: Exports = { __esModule: true, ...compat, default: compat.default };
const next = nextComponents(compat.createElement as Parameters<typeof nextComponents>[0]);

/** The parts of React that docsgen provides instead of Preact. */
export function provideReact(parts: Exports): void {
  Object.assign(reactModule, parts, { default: { ...compat.default, ...parts } });
}

/** Called by each script; the module's code runs on its first import. */
export function defineModule(id: string, factory: Factory): void {
  factories.set(id, factory);
}

/** Sets the targets of imports. Call before the first `loadModule`. */
export function linkModules(modules: readonly ModuleLinks[]): void {
  for (const module of modules) {
    links.set(module.id, module);
    registerModuleIcons(module.id, module.icons);
  }
}

/**
 * Returns the exports, incomplete during cyclic imports, as in CommonJS. Never throws: errors are reported, and the
 * exports become placeholders.
 */
export function loadModule(id: string): Exports {
  const known = loaded.get(id);
  if (known) return known.exports;
  const module = { exports: Object.create(null) as Exports };
  loaded.set(id, module);
  const link = links.get(id);
  const factory = factories.get(id);
  if (!link || !factory) return module.exports;
  run(link, factory, module);
  for (const name of link.functions) registerExport(module.exports[`$${name}`], id, name);
  for (const name of link.missingExports) if (!(name in module.exports)) module.exports[name] = missingImport(name);
  return module.exports;
}

function run(link: ModuleLinks, factory: Factory, module: { exports: Exports }): void {
  try {
    factory(module, module.exports, (specifier) => importFrom(link, specifier));
  } catch (error) {
    if (defineMissingName(error)) {
      module.exports = Object.create(null);
      run(link, factory, module);
      return;
    }
    const needsBrowser = failsWithoutBrowser(error);
    if (!needsBrowser) report(error);
    // Placeholders for the exports: rendered by the browser, or not at all.
    module.exports = Object.assign(Object.create(null), { __esModule: true });
    for (const name of [...link.functions, ...link.functions.map((name) => `$${name}`)]) {
      module.exports[name] = needsBrowser ? (module.exports[name.replace(/^\$/, '')] ?? browserPlaceholder(link.id, name)) : nothing;
    }
  }
}

function browserPlaceholder(module: string, name: string): unknown {
  const component = () => null;
  registerExport(component, module, name);
  registerBrowserOnly(component);
  return component;
}

function importFrom(link: ModuleLinks, specifier: string): Exports {
  if (reactPackages.has(specifier)) return reactModule;
  if (nextPackages.has(specifier)) return { __esModule: true, default: next[specifier] };
  if (Object.hasOwn(link.links, specifier)) {
    const id = link.links[specifier];
    return typeof id === 'string' ? loadModule(id) : missingModule;
  }
  throw new MissingNameError('require');
}

/** Any name can be imported from a missing module, also by code that copies its own names and its prototype. */
const missingModule: Exports = Object.create(
  new Proxy(Object.create(null), { get: (_, name) => (name === '__esModule' ? true : missingImport(String(name))), has: () => true }),
);
