/**
 * One source file → the two forms in which it runs: a script for the engine and an ES module for browser bundles.
 * Both come from the same transformed text, so that a component behaves the same in both.
 */
import { createHash } from 'node:crypto';
import type { Loader, TransformFailure, TransformOptions, TransformResult } from 'esbuild';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import { NestedTooDeeply, withEsbuild } from '../esbuild-process.ts';
import { dynamicImport, syntaxProblem, topLevelAwait } from './errors.ts';
import { type ModuleFacts, readFacts } from './module-facts.ts';
import { extractFunctions } from './page-code.ts';
import { lineAndColumn, locateByMap, locateInSource, locateWord, readMap, type SourceText } from './source-location.ts';

type Location = Diagnostic['location'] & object;

/** A single compiled file; a file with a fatal error has empty code and `diagnostics`. */
export interface CompiledModule {
  /** Project path, or `npm:name?exports` for a package. */
  readonly id: string;
  /** Compiled from MDX: its markup is split into functions (`page-code.ts`). */
  readonly isPage: boolean;
  readonly source: SourceText;
  /** ES module in plain JavaScript; each module-level function is also exported as `$name`. */
  readonly browserCode: string;
  /** `$docsgen.define(id, function (module, exports, require) {…})`. */
  readonly script: string;
  /** Source map of `script`. */
  readonly scriptMap: string;
  /** Hash of `script`. */
  readonly version: string;
  readonly facts: Pick<ModuleFacts, 'imports' | 'exports' | 'icons'>;
  /** Local names that are exported as `$name`. */
  readonly functions: readonly string[];
  /** Diagnostics of the file alone; problems of its imports are found when they are resolved. */
  readonly diagnostics: readonly Diagnostic[];
  /** Location of the import statement at offset `start` in the author's file, or of `word` in it. */
  locationOf(start: number, word?: string): Location;
}

/**
 * Never rejects because of author code: syntax errors, dynamic imports and top-level `await` become `diagnostics`
 * (`mdx/syntax`, `mdx/import`).
 */
export async function compileModule(id: string, source: SourceText, loader: Loader, isPage: boolean): Promise<CompiledModule> {
  let locationOf: CompiledModule['locationOf'] | undefined;
  try {
    const plain = await transform(source.text.replace(/^#!/, '//'), {
      loader,
      sourcefile: id,
      jsx: 'transform',
      jsxFactory: '$h',
      jsxFragment: '$Fragment',
      target: 'es2022',
      charset: 'utf8',
      sourcemap: 'external',
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    locationOf = locationsIn(plain, source);
    return await compilePlain(id, source, plain, isPage, locationOf);
  } catch (error) {
    return emptyModule(id, source, isPage, syntaxProblems(source, error, locationOf));
  }
}

/** Compiles plain JavaScript; `locationOf` finds its offsets in the author's file. */
async function compilePlain(
  id: string,
  source: SourceText,
  plain: TransformResult,
  isPage: boolean,
  locationOf: CompiledModule['locationOf'],
): Promise<CompiledModule> {
  const facts = readFacts(plain.code);
  const diagnostics = facts.dynamicImports.map((start) => dynamicImport(locationOf(start)));
  if (facts.topLevelAwait !== undefined && diagnostics.length === 0) diagnostics.push(topLevelAwait(locationOf(facts.topLevelAwait)));
  if (facts.topLevelAwait !== undefined) return emptyModule(id, source, isPage, diagnostics);

  const { code, functions } = withExports(plain.code, facts, isPage);
  const { script, scriptMap } = await engineScript(id, code, plain.map);
  return {
    id,
    isPage,
    source,
    browserCode: code,
    script,
    scriptMap,
    version: createHash('sha256').update(script).digest('base64url').slice(0, 16),
    facts,
    functions,
    diagnostics,
    locationOf,
  };
}

/** Finds offsets of the transformed text in the author's file. The map is parsed on first use. */
function locationsIn({ code, map: mapText }: TransformResult, source: SourceText): CompiledModule['locationOf'] {
  let map: ReturnType<typeof readMap> | undefined;
  return (start, word) => {
    const { line, column } = lineAndColumn(code, start);
    map ??= readMap(mapText);
    const place = locateByMap(source, map, line, column);
    return word === undefined ? place : locateWord(source, place, word);
  };
}

/** The form for the engine. `map` is the source map of `code`. */
async function engineScript(id: string, code: string, map: string): Promise<Pick<CompiledModule, 'script' | 'scriptMap'>> {
  const inline = `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`;
  const common = await transform(inline, {
    loader: 'js',
    sourcefile: id,
    format: 'cjs',
    target: 'es2022',
    charset: 'utf8',
    sourcemap: 'external',
    // `import(…)` is rejected. `runtime/promises.ts` tracks all promises only if the engine creates none itself.
    // The engine's exponentiation differs from that of other engines in the last digit, so it goes through
    // `Math.pow`.
    supported: {
      'dynamic-import': false,
      'async-await': false,
      'async-generator': false,
      'for-await': false,
      'exponent-operator': false,
    },
  });
  const script = `$docsgen.define(${JSON.stringify(id)},function(module,exports,require){"use strict";${common.code}\n});`;
  return { script, scriptMap: common.map };
}

function transform(text: string, options: TransformOptions): Promise<TransformResult> {
  return withEsbuild((esbuild) => esbuild.transform(text, options));
}

/** Replaces a file that cannot be compiled: importers get nothing from it. */
function emptyModule(id: string, source: SourceText, isPage: boolean, diagnostics: readonly Diagnostic[]): CompiledModule {
  return {
    id,
    isPage,
    source,
    browserCode: '',
    script: `$docsgen.define(${JSON.stringify(id)},function(module){module.exports={__esModule:true}});`,
    scriptMap: '{"version":3,"sources":[],"names":[],"mappings":""}',
    version: 'empty',
    facts: { imports: [], exports: new Set(), icons: [] },
    functions: [],
    diagnostics,
    locationOf: () => locateInSource(source, 1, 1),
  };
}

/** Errors of esbuild, and errors that only acorn reports: it checks regular expressions and parses strict code. */
function syntaxProblems(source: SourceText, error: unknown, locationOf?: (start: number) => Location): Diagnostic[] {
  if (error instanceof SyntaxError) {
    const { pos } = error as { pos?: number };
    const place = locationOf && pos !== undefined ? locationOf(pos) : locateInSource(source, 1, 1);
    return [syntaxProblem(place, error.message.replace(/ \(\d+:\d+\)$/, ''))];
  }
  // Walking the tree is recursive, and author code may be nested deeply.
  if (error instanceof NestedTooDeeply || error instanceof RangeError) {
    return [syntaxProblem(locateInSource(source, 1, 1), new NestedTooDeeply().message)];
  }
  if (!Array.isArray((error as Partial<TransformFailure>).errors)) throw error;
  return (error as TransformFailure).errors.map(({ text, location }) => {
    const place = locateInSource(source, location?.line ?? 1, (location?.column ?? 0) + 1);
    return /\bimport\s*\(/.test(location?.lineText ?? '') ? dynamicImport(place) : syntaxProblem(place, text);
  });
}

/** Exports every module-level function, so that an island can import it whether or not the author exports it. */
function withExports(code: string, facts: ModuleFacts, isPage: boolean): { code: string; functions: string[] } {
  const extracted = isPage ? extractFunctions(code, facts) : { code, functions: [] };
  let text = extracted.code;
  const pageName = isPage ? (facts.defaultExport?.declaration as { id?: { name: string } | null } | undefined)?.id?.name : undefined;
  const functions = [...facts.functions.filter((name) => name !== pageName), ...extracted.functions];
  const defaultExport = isPage ? undefined : facts.defaultExport;
  if (
    defaultExport &&
    !('id' in defaultExport.declaration && defaultExport.declaration.id) &&
    defaultExport.declaration.type !== 'Identifier'
  ) {
    text = `${text.slice(0, defaultExport.start)}const $Default = ${text.slice(defaultExport.declaration.start)}\nexport default $Default;`;
    functions.push('$Default');
  }
  if (functions.length > 0) text += `\nexport { ${functions.map((name) => `${name} as $${name}`).join(', ')} };`;
  return { code: text, functions };
}
