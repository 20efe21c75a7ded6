/** External input of the compiler: it reads no files and resolves no routes itself. */

import type { CompiledPage, ProgramBody } from '../../model/compiled-page.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { LightDark } from '../../model/site-config.ts';
import type { SourcePage } from '../../model/source-page.ts';
import type { CodeCache } from './code/cached-highlighter.ts';
import type { PagePlugins } from './plugins/page-plugins.ts';

/** The target of a link. */
export interface ResolvedLink {
  /** The value for the HTML. */
  readonly href: string;
  readonly status: 'ok' | 'external' | 'broken';
  /** A suggestion for a broken link. */
  readonly hint?: string;
}

/** The location of an image, video or other file of a page. */
export interface ResolvedAsset {
  readonly src: string;
  readonly exists: boolean;
  /** Project path of a local file, for `imageSize` and the cache. */
  readonly path?: string;
  /** A suggestion for a missing file. */
  readonly hint?: string;
}

/** Every function is called again for each page: the results are what a page depends on (`project/build/pages/recorded-queries.ts`). */
export interface CompilerOptions {
  /** Text of a project file; undefined if it does not exist. */
  readonly readText: (path: string) => string | undefined;
  readonly hasFile: (path: string) => boolean;
  /** The file that a wrong import path probably means. */
  readonly nearestImport?: (path: string) => string | undefined;
  /** In CSS pixels; undefined if the image cannot be measured. */
  readonly imageSize?: (path: string) => { readonly width: number; readonly height: number } | undefined;
  readonly resolveLink: (fromFile: string, href: string) => ResolvedLink;
  readonly resolveAsset: (fromFile: string, src: string) => ResolvedAsset;
  /** `variables` of docs.json; undefined if it defines none. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly codeTheme: LightDark<string>;
  /** Texts of TextMate grammars (`styling.codeblocks.languages.custom`). */
  readonly customLanguages?: readonly string[];
  /** Cache of highlighted blocks from earlier builds. */
  readonly codeCache?: CodeCache;
  /** `false` leaves `$…$` unchanged. */
  readonly latex?: boolean;
  /** Built-in components; other capitalized names are the author's or unknown. */
  readonly componentNames: readonly string[];
  /** Component name → project file that exports its replacement. */
  readonly replacements?: ReadonlyMap<string, string>;
  /** Maximum nesting of lists and quotes. */
  readonly maxNesting: number;
  /** Plugins of the project, which read pages and snippets; without them, the engine does. */
  readonly plugins?: PagePlugins;
  /** Default: `satteri`, or `mdx-js` if its binary is missing. */
  readonly engine?: 'satteri' | 'mdx-js';
}

/** The result depends only on the source and the results of the option functions. Never throws because of page content. */
export interface PageCompiler {
  compile(source: SourcePage): CompiledPage;
  /** Compiles a `.mdx` file as a module, for pages that import it and run code; undefined if the file cannot be read. */
  compileModule(file: string): { readonly program: ProgramBody; readonly diagnostics: readonly Diagnostic[] } | undefined;
}
