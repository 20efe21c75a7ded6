/** The metadata of a component folder. The view of `Tree.File` is the export `TreeFile` of `view.tsx`. */

/** One component; its key is the name that authors write (`Card`, `Tree.File`). */
export interface ComponentDefinition {
  /** The props that it reads, separated by blanks, including older spellings. Undefined if the component passes all props on. */
  readonly props: string | undefined;
  /** The values of props that accept no others. Numbers are rounded and clamped to them. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** `inline` if white space beside it is significant. */
  readonly display: 'inline' | 'block';
  /** The component of the folder that this name is another spelling of. */
  readonly sameAs?: string;
  /** The components that it must be in, directly or not, separated by blanks. */
  readonly parents?: string;
  /** Created by the compiler from Markdown, never written by authors. */
  readonly isInternal?: true;
}

/** The components of one folder. */
export interface ComponentFamily {
  readonly components: Readonly<Record<string, ComponentDefinition>>;
  /**
   * Classes by which Markdown copies and feeds recognise parts of a component. Each is the first name in the `class`
   * of its element. An author's element with the same class is not confused with it (`component-classes.ts`).
   */
  readonly classes: readonly string[];
  /** Those of `classes` that are interactive controls without content. */
  readonly controls?: readonly string[];
  /** `rules`: `markdown.ts` defines the conversion to Markdown. `content`: only the children are converted. */
  readonly markdown: 'rules' | 'content';
}
