/** What every kind of body has in common. */
import type { RequestBody } from '../../../shared/request/request.ts';

/** As it is kept in the tab and put into links: each kind of body reads its own members and passes over the rest. */
export interface BodyState {
  readonly mediaType?: string;
  /** Of JSON and plain bodies. */
  readonly text?: string;
  /** Of forms, by name; files are not in it. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Of the parts of a multipart body, by field. */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The part of the form that belongs to one media type. */
export interface BodyPart {
  /** Made once and put back when the media type is chosen again. */
  readonly nodes: readonly HTMLElement[];
  /** Undefined = no body is sent. */
  read(): RequestBody | undefined;
  /** What can be kept and shared: no bytes of files. */
  state(): BodyState;
  /** What is not there stays as it is. */
  restore(state: BodyState): void;
  /** Fills the part from an example. Files have none. */
  useExample?(text: string): void;
  /** Words for the reader. */
  problems(): string[];
  /** To the first fault, where the part knows of one. */
  focus(): void;
}
