/**
 * Pages and snippets as modules: their parsed text, the names that their `import` and `export` statements define, and
 * the values that are known without running JavaScript. A snippet is parsed once, until its inputs change.
 */
import type { Diagnostic, SourceLocation } from '../../model/diagnostic.ts';
import { findImported, importTarget, meansFile } from '../../model/project-path.ts';
import { describeFallback } from '../../shared/components/failed-imports.ts';
import * as errors from './errors.ts';
import { evaluateStatic, notStatic } from './expressions/evaluate-static.ts';
import { type Ast, parseModule } from './expressions/javascript.ts';
import { collectBoundNames, forbiddenGlobals, freeNames } from './expressions/names.ts';
import type { Binding, Module, ModuleStatement, Value } from './expressions/value.ts';
import * as importErrors from './import-errors.ts';
import type { CompilerOptions } from './options.ts';
import { type ParsedSource, type ParseSettings, parseSource } from './parse/parse-source.ts';
import { createQueryLog, type Query } from './query-log.ts';

/** The module loader of one compiler. Snippets are shared by all pages; a page is parsed each time. */
export interface ModuleLoader {
  /** The page itself. */
  page(file: string, body: string, bodyLine: number): Module;
  /** An imported `.mdx` or `.md` file; undefined if it does not exist. */
  snippet(file: string): Module | undefined;
}

/** The location of a part of a statement. */
type LocationOf = (at: Ast) => SourceLocation;

/** The binding of an export of an imported file. Reports a missing export at `at`. */
type ExportLookup = (name: string, at: SourceLocation) => Binding;

interface ModuleDraft {
  readonly file: string;
  readonly parsed: ParsedSource;
  readonly names: Map<string, Binding>;
  readonly exports: Map<string, Binding>;
  readonly statements: ModuleStatement[];
  readonly diagnostics: Diagnostic[];
  readonly dependencies: Set<string>;
}

/** Problems of imports are added to the diagnostics of the module and of all modules that import it. */
export function createModuleLoader(outside: CompilerOptions, settings: ParseSettings): ModuleLoader {
  return new Loader(outside, settings);
}

/** `chain`: the files that are being read, each imported by the one before it. */
class Loader implements ModuleLoader {
  readonly #cache = new Map<string, { readonly queries: readonly Query[]; readonly module: Module }>();
  readonly #log: ReturnType<typeof createQueryLog>;
  readonly #settings: ParseSettings;
  readonly #replacements: CompilerOptions['replacements'];
  readonly #componentNames: readonly string[];

  constructor(outside: CompilerOptions, settings: ParseSettings) {
    this.#log = createQueryLog(outside);
    this.#settings = settings;
    this.#replacements = outside.replacements;
    this.#componentNames = outside.componentNames;
  }

  page(file: string, body: string, bodyLine: number): Module {
    return this.#read(file, body, bodyLine, []);
  }

  snippet(file: string): Module | undefined {
    return this.#snippet(file, []);
  }

  #read(file: string, body: string, bodyLine: number, chain: readonly string[]): Module {
    const parsed = parseSource(file, body, bodyLine, this.#settings);
    const draft: ModuleDraft = {
      file,
      parsed,
      names: new Map(),
      exports: new Map(),
      statements: [],
      diagnostics: [...parsed.diagnostics],
      dependencies: new Set([file]),
    };
    for (const path of parsed.read) {
      // The page depends on what they contain.
      if (this.#log.functions.readText(path) !== undefined) draft.dependencies.add(path);
    }
    for (const node of parsed.tree.children) {
      if (node.type === 'mdxjsEsm') this.#readStatements(draft, node.value, node.position?.start.offset ?? 0, [...chain, file]);
    }
    this.#readOverrides(draft, body, [...chain, file]);
    return { ...draft, dependencies: [...draft.dependencies] };
  }

  /** Components that the project overrides are imported implicitly in files that use them without importing another. */
  #readOverrides(draft: ModuleDraft, body: string, chain: readonly string[]): void {
    for (const [name, from] of this.#replacements ?? []) {
      if (draft.names.has(name) || !new RegExp(`<${name}(?![\\w$])`).test(body)) continue;
      this.#readStatements(draft, `import { ${name} } from ${JSON.stringify(`/${from}`)};`, 0, chain);
    }
  }

  #readStatements(draft: ModuleDraft, text: string, offset: number, chain: readonly string[]): void {
    const program = parseModule(text);
    if ('reason' in program) {
      draft.diagnostics.push(errors.badModule(draft.parsed.locate(offset + program.offset), program.reason));
      return;
    }
    let line = draft.parsed.source.lineOf(offset);
    let counted = 0;
    for (const statement of program.body as Ast[]) {
      const location = (at: Ast, length = at.end - at.start) => draft.parsed.locate(offset + at.start, length);
      const { uses, dynamicImport } = freeNames({ ...statement, type: statement.type, start: statement.start, end: statement.end });
      for (const use of uses) {
        if (forbiddenGlobals.has(use.name) && !draft.names.has(use.name)) {
          draft.diagnostics.push(errors.forbiddenGlobal(draft.parsed.locate(offset + use.offset, use.name.length), use.name));
        }
      }
      if (dynamicImport !== undefined) draft.diagnostics.push(importErrors.dynamicImport(draft.parsed.locate(offset + dynamicImport, 6)));
      const own = text.slice(statement.start, statement.end);
      line += text.slice(counted, statement.start).split('\n').length - 1;
      counted = statement.start;
      const entry = { text: own, line, uses };
      if (statement.type === 'ImportDeclaration') {
        const imports = this.#readImport(draft, statement, location, chain);
        if (imports) draft.statements.push({ ...entry, kind: 'import', imports, from: statement.source.value });
      } else if (statement.type !== 'ExportDefaultDeclaration') {
        if (statement.source) this.#readReexport(draft, statement, location, chain);
        else readDeclaration(draft, statement, text, offset);
        draft.statements.push({ ...entry, kind: 'other' });
      }
    }
  }

  /** The names of an import statement with their bindings; undefined if its target does not exist. */
  #readImport(draft: ModuleDraft, statement: Ast, location: LocationOf, chain: readonly string[]) {
    const names = (statement.specifiers as Ast[]).map(({ local }) => local.name as string);
    const target = this.#resolveTarget(draft, { from: statement.source.value, names }, location(statement.source), chain);
    const imports: { local: string; imported: string }[] = [];
    for (const specifier of statement.specifiers as Ast[]) {
      const local: string = specifier.local.name;
      const imported =
        specifier.type === 'ImportDefaultSpecifier'
          ? 'default'
          : specifier.type === 'ImportNamespaceSpecifier'
            ? '*'
            : nameOf(specifier.imported);
      const binding = target(imported, location(specifier.imported ?? specifier));
      draft.names.set(local, binding);
      if (binding.kind !== 'missing') imports.push({ local, imported });
    }
    return imports.length > 0 ? imports : undefined;
  }

  #readReexport(draft: ModuleDraft, statement: Ast, location: LocationOf, chain: readonly string[]): void {
    const target = this.#resolveTarget(draft, { from: statement.source.value, names: [] }, location(statement.source), chain);
    for (const { exported, local } of (statement.specifiers ?? []) as Ast[])
      draft.exports.set(nameOf(exported), target(nameOf(local), location(local)));
  }

  /** Returns a lookup for the exports of an import's target. Reports problems of the target once. */
  #resolveTarget(draft: ModuleDraft, imported: ImportedNames, location: SourceLocation, chain: readonly string[]): ExportLookup {
    const { from } = imported;
    const fallback = this.#fallbackFor(imported.names);
    const options = this.#log.functions;
    const missing = (diagnostic: Diagnostic) => missingTarget(draft, diagnostic);
    const target = importTarget(draft.file, from);
    if (target.kind === 'runtime') return () => ({ kind: 'code' });
    if (target.kind === 'forbidden') return missing(importErrors.foreignImport(location, from, fallback));
    if (target.kind === 'outside') return missing(importErrors.escapingImport(location, from, fallback));
    const file = findImported(target.kind === 'package' ? target.name : target.path, options.hasFile);
    if (file === undefined) {
      if (target.kind === 'package' && options.hasFile(`node_modules/${target.name}/package.json`)) return () => ({ kind: 'code' });
      const nearest = options.nearestImport?.(target.kind === 'package' ? target.name : target.path);
      if (nearest === undefined && target.kind === 'package' && !meansFile(from))
        return missing(importErrors.missingPackage(location, from, fallback));
      return missing(importErrors.missingImport(location, from, fallback, nearest && `/${nearest}`));
    }
    draft.dependencies.add(file);
    if (/\.mdx?$/.test(file)) return this.#snippetExports(draft, file, imported, location, chain);
    if (file.endsWith('.json')) {
      const value = readJson(options.readText(file));
      if (value === undefined) return missing(importErrors.missingImport(location, from, fallback));
      return (name) => ({ kind: 'value', value: name === 'default' || name === '*' ? value : (value as Record<string, Value>)?.[name] });
    }
    if (/\.[jt]sx?$/.test(file)) return () => ({ kind: 'code' });
    if (/\.css$/i.test(file)) return missing(importErrors.importedStyle(location, from));
    return () => ({ kind: 'value', value: options.resolveAsset(draft.file, `/${file}`).src });
  }

  /** Returns a lookup for the exports of an imported snippet, whose problems are also those of the importing module. */
  #snippetExports(
    draft: ModuleDraft,
    file: string,
    imported: ImportedNames,
    location: SourceLocation,
    chain: readonly string[],
  ): ExportLookup {
    const { from } = imported;
    if (chain.includes(file)) return missingTarget(draft, importErrors.importCycle(location, [...chain.slice(chain.indexOf(file)), file]));
    const module = this.#snippet(file, chain);
    if (!module) return missingTarget(draft, importErrors.missingImport(location, from, this.#fallbackFor(imported.names)));
    for (const dependency of module.dependencies) draft.dependencies.add(dependency);
    // A file that is imported under several names has its problems once: they would multiply at each level.
    const known = new Set(draft.diagnostics);
    draft.diagnostics.push(...module.diagnostics.filter((diagnostic) => !known.has(diagnostic)));
    return (name, at) => {
      if (name === 'default') return { kind: 'snippet', file };
      if (name === '*') return { kind: 'code' };
      const binding = module.exports.get(name);
      if (!binding) draft.diagnostics.push(importErrors.missingExport(at, name, from, this.#fallbackFor([name])));
      return binding ?? { kind: 'missing' };
    };
  }

  #fallbackFor(names: readonly string[]): string {
    return describeFallback(names, (name) => this.#componentNames.includes(name));
  }

  #snippet(file: string, chain: readonly string[]): Module | undefined {
    const known = this.#cache.get(file);
    if (known && this.#log.isCurrent(known.queries)) return known.module;
    const { value: module, queries } = this.#log.record(() => {
      const text = this.#log.functions.readText(file);
      if (text === undefined) return undefined;
      const { body, bodyLine } = withoutFrontMatter(text);
      return this.#read(file, body, bodyLine, chain);
    });
    if (module) this.#cache.set(file, { queries, module });
    return module;
  }
}

/** What a statement imports: the specifier, and the local names. */
interface ImportedNames {
  readonly from: string;
  readonly names: readonly string[];
}

/** For a target that does not exist: all of its exports are missing. */
function missingTarget(draft: ModuleDraft, diagnostic: Diagnostic): ExportLookup {
  draft.diagnostics.push(diagnostic);
  return () => ({ kind: 'missing' });
}

/** `export const x = …`: a value if it can be evaluated statically, else a name known only to JavaScript. */
function readDeclaration(draft: ModuleDraft, statement: Ast, text: string, offset: number): void {
  const isExport = statement.type === 'ExportNamedDeclaration';
  const declaration = (isExport ? statement.declaration : statement) as Ast | null;
  const set = (name: string, binding: Binding) => {
    draft.names.set(name, binding);
    if (isExport) draft.exports.set(name, binding);
  };
  if (declaration?.type === 'VariableDeclaration') {
    for (const { id, init } of declaration.declarations as Ast[]) {
      if (id.type === 'Identifier' && init && declaration.kind === 'const') {
        const module: Module = { ...draft, dependencies: [] };
        const value = evaluateStatic(init, { module, scope: { names: draft.names }, text, offset: offset + init.start });
        set(id.name, value === notStatic ? { kind: 'code' } : { kind: 'value', value });
      } else {
        const names = new Set<string>();
        collectBoundNames(id, names);
        for (const name of names) set(name, { kind: 'code' });
      }
    }
  } else if (declaration?.id) set(declaration.id.name, { kind: 'code' });
  else {
    for (const { local, exported } of (statement.specifiers ?? []) as Ast[]) {
      draft.exports.set(nameOf(exported), draft.names.get(local.name) ?? { kind: 'code' });
    }
  }
}

function readJson(text: string | undefined): Value {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}

function withoutFrontMatter(text: string): { body: string; bodyLine: number } {
  const clean = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const match = /^---[ \t]*\n(?:[\s\S]*?\n)?---[ \t]*(?:\n|$)/.exec(clean);
  if (!match) return { body: clean, bodyLine: 1 };
  return { body: clean.slice(match[0].length), bodyLine: match[0].split('\n').length };
}

/** The name in an import or export: `a`, or `"a b"` (ECMAScript, ModuleExportName). */
function nameOf(node: Ast): string {
  return node.name ?? node.value;
}
