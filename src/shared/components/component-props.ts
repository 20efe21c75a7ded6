/**
 * What `mdx/` hands to the components that it makes itself from Markdown, and the classes that both sides know.
 * The rest of the components take the author's props as written.
 *
 * Anchors: `mdx/` puts a page-unique `id` on whatever it lists in the outline (`Step`, `Update`, …). A component uses
 * the `id` it is given and makes one from its title (`slug`) only when there is none.
 */

/** A fence or `<CodeBlock>`. Children: one `<pre><code>` whose lines are `<span class="line">` joined by line feeds. */
export interface CodeBlockProps {
  /** Lower case, as written after the fence. */
  readonly language?: string;
  /** Header text and tab label; `filename` is the author's word for it. */
  readonly title?: string;
  readonly icon?: string;
  readonly lines?: boolean;
  readonly wrap?: boolean;
  readonly nocopy?: boolean;
  readonly expandable?: boolean;
}

/** `![alt](src "title")` or `<img>`; every other attribute goes to the `<img>` as it is. */
export interface ImageProps {
  readonly src: string;
  readonly alt?: string;
  readonly title?: string;
  /** Measured at build, so that the page does not jump; absent when unknown or set by the author. */
  readonly width?: number | string;
  readonly height?: number | string;
  /** A click does not enlarge it. */
  readonly noZoom?: boolean;
  /** The image stands inside a link: a click follows the link. */
  readonly linked?: boolean;
}

/** A `mermaid` fence. */
export interface MermaidProps {
  /** The diagram's source text. */
  readonly code: string;
  /** Controls: always, never, or (undefined) when the diagram is tall. */
  readonly actions?: boolean;
  /** Of the controls; default `bottom-right`. */
  readonly placement?: 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';
}

/** `<Latex>` or `$…$`: either KaTeX's HTML as children, or the plain source. */
export interface LatexProps {
  /** Display mode. */
  readonly block?: boolean;
}
