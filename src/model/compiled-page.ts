/**
 * A page after `mdx/`: body, outline and everything that other stages need from it. Plain data, cached by content hash.
 */
import type { ContentNode } from './content-node.ts';
import type { Diagnostic } from './diagnostic.ts';

/**
 * A heading of a page, for the table of contents, search and `#` links. Headings are in document order; ids are unique
 * in the page.
 */
export interface Heading {
  /** 2–6 (an h1 in the body counts as 1). */
  readonly depth: number;
  /** The fragment of a link to it, without `#`. */
  readonly id: string;
  /** Plain text. */
  readonly text: string;
  /** Whether it appears in the table of contents. */
  readonly inToc: boolean;
}

/** One URL in the page's text, as written. The check validates these; link rewriting skips them. */
export interface PageLink {
  readonly href: string;
  /** The snippet that contains it; absent for the page's own file. */
  readonly file?: string;
  /** 1-based line in `file`, or in the page's file when `file` is absent. */
  readonly line: number;
  readonly column: number;
  readonly kind: 'link' | 'image' | 'media' | 'frame' | 'script';
}

/** What the page shell must load for this page. */
export interface PageFeatures {
  readonly math: boolean;
  readonly mermaid: boolean;
  readonly code: boolean;
  /** Origins of frames, scripts and media in the author's page, for its Content-Security-Policy. */
  readonly frameOrigins: readonly string[];
  readonly scriptOrigins: readonly string[];
  readonly hasPanel: boolean;
  readonly hasRequestExample: boolean;
  readonly hasUpdates: boolean;
  /** A script writes the code samples with all parameters. */
  readonly hasSampleChoice?: boolean;
  /** Contents of the page's own `<style>` elements; their hashes go into its Content-Security-Policy. */
  readonly inlineStyles: readonly string[];
}

/** Of a page without content. */
export const noFeatures: PageFeatures = {
  math: false,
  mermaid: false,
  code: false,
  frameOrigins: [],
  scriptOrigins: [],
  hasPanel: false,
  hasRequestExample: false,
  hasUpdates: false,
  inlineStyles: [],
};

/** A page body that needs the author's JavaScript and is rendered in the sandbox. */
export interface ProgramBody {
  readonly kind: 'program';
  /**
   * An ES module in JSX syntax. The default export is the page as a component; the rest are the author's own
   * statements.
   */
  readonly code: string;
  /** Line of `code` → line of the source file (index 0 = first line of code; 0 = generated). */
  readonly lineMap: readonly number[];
}

/** A page body that needs no author JavaScript at build time: nodes with evaluated props. */
export interface StaticBody {
  readonly kind: 'static';
  readonly nodes: readonly ContentNode[];
}

/**
 * The output of `mdx/` for one source file. It depends only on that source and on the resolved lookups, not on the
 * navigation or the page frame.
 */
export interface CompiledPage {
  readonly file: string;
  readonly body: StaticBody | ProgramBody;
  readonly headings: readonly Heading[];
  readonly links: readonly PageLink[];
  /**
   * URLs in the page description, as written, with their resolved targets including the base path; absent when there
   * are none.
   */
  readonly descriptionHrefs?: Readonly<Record<string, string>>;
  /** Plain text by section, for search and descriptions: heading id (empty before the first heading), text, and the code of its blocks. */
  readonly sections: readonly { readonly id: string; readonly title: string; readonly text: string; readonly code?: string }[];
  readonly features: PageFeatures;
  /** Candidates for Tailwind: every class name in the page and its snippets. */
  readonly classNames: readonly string[];
  /** Colours used in its code blocks; `codeStyleSheet` generates rules for those of all pages. */
  readonly codeStyles: readonly string[];
  /** Other project files that the page depends on (snippets, components, measured images), for the cache. */
  readonly dependencies: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Diagnostics that only `check` reports. They do not affect the output of a build. */
  readonly advice: readonly Diagnostic[];
}
