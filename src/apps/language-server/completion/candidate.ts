/** The candidates of a completion, before they are selected and converted to the protocol. */
import type { CompletionItemKind } from 'vscode-languageserver';
import type { Span } from '../project-view.ts';

/** What can be written in place of the span at the offset. */
export interface Candidate {
  /** Shown in the list, and compared with what is written. */
  readonly label: string;
  readonly kind: CompletionItemKind;
  /** Default: the label. With `isSnippet`, `$1` is where the cursor goes. */
  readonly insert?: string;
  readonly isSnippet?: boolean;
  readonly detail?: string;
  /** Markdown. */
  readonly documentation?: string;
  /** Compared with what is written, if the label is not. */
  readonly filter?: string;
  /** Candidates with a lower rank come first; default 5. */
  readonly rank?: number;
  /** Another part of the document that changes too. */
  readonly also?: { readonly span: Span; readonly text: string };
  /** Open the list again after it is inserted. */
  readonly continues?: boolean;
}

/** All candidates for one offset. */
export interface Candidates {
  readonly span: Span;
  /** The part of the span before the offset, by which candidates are selected. */
  readonly before: string;
  readonly items: readonly Candidate[];
}
