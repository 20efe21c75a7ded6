/** Entry point: the source of a page → `CompiledPage`. All external input comes through the options. */

import type { CompiledPage } from '../../model/compiled-page.ts';
import type { ContentNode } from '../../model/content-node.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { SourcePage } from '../../model/source-page.ts';
import { internalComponentNames } from '../components/registry.ts';
import { secondTitle } from './advice.ts';
import { createScriptReader, type ScriptFacts, wordsInStrings } from './class-names.ts';
import { cachedHighlighter } from './code/cached-highlighter.ts';
import { createHighlighter } from './code/highlighter.ts';
import * as errors from './errors.ts';
import type { Module } from './expressions/value.ts';
import { createModuleLoader, type ModuleLoader } from './modules.ts';
import type { CompilerOptions, PageCompiler } from './options.ts';
import { openEngine } from './parse/engines.ts';
import { printProgram } from './program/print-program.ts';
import { type BodyNode, BodyWriter, isStatic, mapHtml } from './tree/body.ts';
import type { Services } from './tree/context.ts';
import { resolveDescription } from './tree/description.ts';
import { lower } from './tree/lower.ts';
import { PageRecord } from './tree/page-record.ts';
import { withoutTitle } from './tree/title-heading.ts';

/**
 * Create one for each build: grammars, snippets and formulas are shared by all pages. A page with syntax errors is
 * still compiled as far as possible, with diagnostics.
 */
export function createCompiler(options: CompilerOptions): PageCompiler {
  const { maxNesting, variables, latex, codeCache, plugins } = options;
  const highlighter = createHighlighter(options.codeTheme, options.customLanguages);
  const services: Services = {
    options,
    components: new Set([...options.componentNames, ...internalComponentNames]),
    modules: createModuleLoader(options, {
      engine: openEngine(options.engine),
      maxNesting,
      ...(variables && { variables }),
      ...(latex !== undefined && { latex }),
      ...(plugins && { plugins }),
    }),
    highlighter: codeCache ? cachedHighlighter(highlighter, codeCache) : highlighter,
  };
  const readScript = createScriptReader(options);

  return {
    compile: (source) => compilePage(source, services, readScript),
    compileModule(file) {
      const module = services.modules.snippet(file);
      if (!module) return undefined;
      const { body, page } = compileBody(module, services);
      writeAliases(body, page);
      const program = printProgram({ module, body, uses: page.codeUses, snippets: page.programImports, isModule: true });
      return { program, diagnostics: sortDiagnostics([...module.diagnostics, ...page.diagnostics], file) };
    },
  };
}

function compilePage(source: SourcePage, services: Services, readScript: (file: string) => ScriptFacts): CompiledPage {
  const module = services.modules.page(source.file, source.body, source.bodyLine);
  const { body, page } = compileBody(module, services, source);
  writeAliases(body, page);
  const descriptionHrefs = resolveDescription(source, services.options, page);
  const { sections, brokenAnchors } = page.finish();
  const { title } = source.frontMatter;
  if (title !== undefined) for (const at of page.titles) page.advise(secondTitle(at, title));
  const isGenerated = ['openapi', 'asyncapi', 'api'].some((key) => source.frontMatter[key as 'openapi'] !== undefined);
  if (page.isProgram) collectScriptFacts(module, page, services.modules, readScript);
  if (!isGenerated && !page.isProgram)
    for (const { href, location, nearest } of brokenAnchors) page.report(errors.brokenAnchor(location, href, nearest));
  return {
    file: source.file,
    body:
      page.isProgram || !isStatic(body)
        ? printProgram({ module, body, uses: page.codeUses, snippets: page.programImports, isModule: false })
        : { kind: 'static', nodes: body as readonly ContentNode[] },
    headings: page.headings,
    links: page.links,
    ...(descriptionHrefs && { descriptionHrefs }),
    sections,
    features: {
      ...page.features,
      frameOrigins: [...page.frameOrigins].sort(),
      scriptOrigins: [...page.scriptOrigins].sort(),
      inlineStyles: [...page.inlineStyles],
    },
    classNames: [...page.classNames].sort(),
    codeStyles: [...page.codeStyles].sort(),
    dependencies: [...new Set([...module.dependencies, ...page.dependencies])].filter((file) => file !== source.file).sort(),
    diagnostics: sortDiagnostics([...module.diagnostics, ...page.diagnostics], source.file),
    advice: sortDiagnostics(page.advice, source.file),
  };
}

/** The body of a page, or of a module, which has no title and takes free names from its props. */
function compileBody(module: Module, services: Services, source?: SourcePage): { body: readonly BodyNode[]; page: PageRecord } {
  const page = new PageRecord();
  const out = new BodyWriter();
  const { children } = module.parsed.tree;
  lower(
    source ? withoutTitle(children, source, page, out) : children,
    {
      services,
      page,
      module,
      scope: { names: module.names, hasDynamicProps: source === undefined },
      pageFile: module.file,
      chain: [module.file],
      // A module can be used inside of any component.
      ...(source === undefined && { inside: ['*'] }),
      lower,
    },
    out,
  );
  return { body: out.finish(), page };
}

/** Page code may use any class name in the strings of its statements, of its snippets, or of the scripts that they import. */
function collectScriptFacts(module: Module, page: PageRecord, modules: ModuleLoader, readScript: (file: string) => ScriptFacts): void {
  const dependencies = new Set([...module.dependencies, ...page.dependencies]);
  const snippets = [...dependencies].filter((path) => path !== module.file && /\.mdx?$/.test(path));
  for (const { statements } of [module, ...snippets.flatMap((path) => modules.snippet(path) ?? [])])
    for (const { kind, text } of statements) if (kind === 'other') for (const word of wordsInStrings(text)) page.classNames.add(word);
  for (const file of [...dependencies].filter((path) => /\.[jt]sx?$/.test(path))) {
    const { words, files } = readScript(file);
    for (const word of words) page.classNames.add(word);
    for (const path of files) page.dependencies.add(path);
  }
}

/**
 * Sorted by location: first the page's own file, then its snippets. Each diagnostic appears once, however often a
 * snippet is used.
 */
function sortDiagnostics(diagnostics: readonly Diagnostic[], file: string): Diagnostic[] {
  const once = new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic]));
  const key = ({ location }: Diagnostic) => (location?.file === file ? '' : (location?.file ?? ''));
  return [...once.values()].sort((a, b) => {
    const [first, second] = [key(a), key(b)];
    if (first !== second) return first < second ? -1 : 1;
    return (a.location?.line ?? 0) - (b.location?.line ?? 0) || (a.location?.column ?? 0) - (b.location?.column ?? 0);
  });
}

function writeAliases(body: readonly BodyNode[], page: PageRecord): void {
  page.assignDeferredIds();
  const write = page.aliasWriter();
  if (write) mapHtml(body, write);
}
