/** The form of the documentation that editors show (`component-docs.generated.ts`). */

/** A prop; all texts are Markdown. */
export interface PropDoc {
  /** As documented: `string`, `xs | sm`, `boolean`. */
  readonly type: string;
  readonly default?: string;
  readonly required?: boolean;
  readonly text?: string;
  /** All values of a prop that has a fixed set of them. */
  readonly values?: readonly string[];
}

/** A component. */
export interface ComponentDoc {
  readonly text: string;
  readonly props: Readonly<Record<string, PropDoc>>;
}
