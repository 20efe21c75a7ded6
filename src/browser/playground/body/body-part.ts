/** The interface of all kinds of bodies. */
import type { RequestBody } from '../../../shared/request/request.ts';

/** As stored in the tab and in links: each kind of body reads its own members. */
export interface BodyState {
  readonly mediaType?: string;
  /** For JSON and plain bodies. */
  readonly text?: string;
  /** For forms, by name; without files. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** For the parts of a multipart body, by field. */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The part of the form for one media type. */
export interface BodyPart {
  /** Created once and reused when the media type is selected again. */
  readonly nodes: readonly HTMLElement[];
  /** Undefined = no body. */
  read(): RequestBody | undefined;
  /** The storable state: without bytes of files. */
  state(): BodyState;
  /** Missing members stay unchanged. */
  restore(state: BodyState): void;
  /** Fills the part from an example. Not for files. */
  useExample?(text: string): void;
  /** Messages for the reader. */
  problems(): string[];
  /** Focuses the first problem, if the part knows it. */
  focus(): void;
}
