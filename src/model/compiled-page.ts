/** A page after `mdx/`: body, outline and everything other stages ask about it. Plain data: cached by content hash. */
import type { ContentNode } from './content-node.ts';
import type { Diagnostic } from './diagnostic.ts';

/**
 * One heading of a page, as the table of contents, the search and links with `#` know it: in the order of the text, ids
 * unique in the page (docs-json-spec 11).
 */
export interface Heading {
  /** 2–6 (an h1 in the body counts as 1). */
  readonly depth: number;
  /** What stands after `#` in a link to it. */
  readonly id: string;
  /** Plain text. */
  readonly text: string;
  /** Whether the table of contents shows it. */
  readonly inToc: boolean;
}

/** One address that the page's text names, as written there: what a check looks up and what rewriting leaves alone. */
export interface PageLink {
  readonly href: string;
  /** The snippet that it is written in; absent for the page's own file. */
  readonly file?: string;
  /** 1-based, in `file` or else in the page's file. */
  readonly line: number;
  readonly column: number;
  readonly kind: 'link' | 'image' | 'media' | 'frame' | 'script';
}

/** What the page shell must load for this page. */
export interface PageFeatures {
  readonly math: boolean;
  readonly mermaid: boolean;
  readonly code: boolean;
  /** Origins of frames, scripts and media that the author's page names: go into its Content-Security-Policy. */
  readonly frameOrigins: readonly string[];
  readonly scriptOrigins: readonly string[];
  readonly hasPanel: boolean;
  readonly hasRequestExample: boolean;
  readonly hasUpdates: boolean;
  /** Texts of the page's own `<style>` elements: their hashes go into its Content-Security-Policy. */
  readonly inlineStyles: readonly string[];
}

/** A page whose body needs the author's JavaScript: rendered in the sandbox. */
export interface ProgramBody {
  readonly kind: 'program';
  /** An ES module in JSX syntax. Default export: the page as a component; the rest are the author's own statements. */
  readonly code: string;
  /** Line of `code` → line of the source file (index 0 = first line of code; 0 = generated). */
  readonly lineMap: readonly number[];
}

/** A page that needs none of the author's JavaScript at build time: nodes with their props already evaluated. */
export interface StaticBody {
  readonly kind: 'static';
  readonly nodes: readonly ContentNode[];
}

/** What `mdx/` makes of one source, by that source and the answers to its questions alone: no place in the navigation, no frame. */
export interface CompiledPage {
  readonly file: string;
  readonly body: StaticBody | ProgramBody;
  readonly headings: readonly Heading[];
  readonly links: readonly PageLink[];
  /** Addresses in the description of the page, as written, and where they lead, base included; absent when it has none. */
  readonly descriptionHrefs?: Readonly<Record<string, string>>;
  /** Plain text by section, for search and descriptions: heading id (`` before the first) and text. */
  readonly sections: readonly { readonly id: string; readonly title: string; readonly text: string }[];
  readonly features: PageFeatures;
  /** Candidates for Tailwind: every class name found in the page and its snippets. */
  readonly classNames: readonly string[];
  /** Colours of its code, for `codeStyleSheet`: those of all pages make the site's rules. */
  readonly codeStyles: readonly string[];
  /** Other project files that went into it (snippets, components, images measured), for the cache. */
  readonly dependencies: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** What only a check tells: nothing is left out for it, and a build is silent about it. */
  readonly advice: readonly Diagnostic[];
}
