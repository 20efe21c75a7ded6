/** What the compiler is told from outside: it reads no file and knows no route by itself. */

import type { CompiledPage, ProgramBody } from '../../model/compiled-page.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { LightDark } from '../../model/site-config.ts';
import type { SourcePage } from '../../model/source-page.ts';
import type { CachedCode } from './code/cached-highlighter.ts';

/** Where a link of a page leads. */
export interface ResolvedLink {
  /** What goes into the HTML. */
  readonly href: string;
  readonly status: 'ok' | 'external' | 'broken';
  /** A sentence for the author of a broken link. */
  readonly hint?: string;
}

/** Where an image, video or other file of a page is. */
export interface ResolvedAsset {
  readonly src: string;
  readonly exists: boolean;
  /** Project path of a local file, for `imageSize` and the cache. */
  readonly path?: string;
  /** A sentence for the author of a missing one. */
  readonly hint?: string;
}

/** Every question is asked for each page anew: the answers are what a page depends on (`project/build/pages/answers.ts`). */
export interface CompilerOptions {
  /** Text of a project file, undefined when there is none. */
  readonly readText: (path: string) => string | undefined;
  readonly hasFile: (path: string) => boolean;
  /** In CSS pixels; undefined when the picture cannot be measured. */
  readonly imageSize?: (path: string) => { readonly width: number; readonly height: number } | undefined;
  readonly resolveLink: (fromFile: string, href: string) => ResolvedLink;
  readonly resolveAsset: (fromFile: string, src: string) => ResolvedAsset;
  /** `variables` of docs.json; undefined when it has none. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly codeTheme: LightDark<string>;
  /** Texts of TextMate grammars (`styling.codeblocks.languages.custom`). */
  readonly customLanguages?: readonly string[];
  /** Holds highlighted blocks of earlier builds. */
  readonly cachedCode?: CachedCode;
  /** `false` leaves `$…$` as it is written. */
  readonly latex?: boolean;
  /** Built-in components; other names with capitals are the author's or unknown. */
  readonly componentNames: readonly string[];
  /** Name of one of these → the project file that exports another in its place. */
  readonly replacements?: ReadonlyMap<string, string>;
  /** Containers within containers that a page may have. */
  readonly maxNesting: number;
  /** `satteri` unless its binary is missing. */
  readonly engine?: 'satteri' | 'mdx-js';
}

/** What is compiled depends on the source and the answers to its questions alone. Never throws for what an author wrote. */
export interface PageCompiler {
  compile(source: SourcePage): CompiledPage;
  /** A `.mdx` file as a module for pages that import it and compute; undefined when the file cannot be read. */
  compileModule(file: string): { readonly program: ProgramBody; readonly diagnostics: readonly Diagnostic[] } | undefined;
}
