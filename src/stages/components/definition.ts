/** What a folder of components says of itself, beside its views. */

/** One component, by the name that it is written with (`Card`, `Tree.File`). */
export interface ComponentDefinition {
  /** The props that it reads, separated by blanks, older spellings included. Undefined where a prop cannot be unknown: all are handed on. */
  readonly props: string | undefined;
  /** Whether it is part of a line, so that a blank beside it is seen. */
  readonly display: 'inline' | 'block';
  /** Made by the compiler from Markdown, never written by authors. */
  readonly isInternal?: true;
}

/** The components of one folder. */
export interface ComponentFamily {
  readonly components: Readonly<Record<string, ComponentDefinition>>;
  /**
   * Classes by which Markdown copies and feeds recognise a part: each stands first in the `class` of its element. An
   * element of an author that begins with the same class is not mistaken for it (`own-classes.ts`).
   */
  readonly classes: readonly string[];
  /** Those of `classes` that are clicked and say nothing in a text. */
  readonly controls?: readonly string[];
  /** `rules`: what its HTML becomes in Markdown is in `markdown.ts`. `content`: only what is inside counts. */
  readonly markdown: 'rules' | 'content';
}
