/** What the development server tells an open page, and what a page may ask of it. */

/** All addresses of the development server itself start with this (behind the site's base). */
export const devPath = '/_docsgen/dev';
/** The script element that carries the token of this start and the hash of the page as it was sent. */
export const devScriptId = 'docsgen-dev';
/** Carries the token of this start with every POST: pages of other origins cannot know it. */
export const tokenHeader = 'x-docsgen-token';
/** Told on the page when a part of it was changed in place. */
export const patchedEvent = 'docsgen:patched';

/** A `Diagnostic` as the page shows it; `file` is a project path, `line` and `column` count from 1. */
export interface DevFinding {
  readonly severity: 'error' | 'warning' | 'notice';
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** How much of the line is meant, from the column on. */
  readonly length?: number;
  /** The line as it stands in the file; absent for very long ones. */
  readonly lineText?: string;
}

/** Sent when a page connects, and whenever something of it is different. */
export interface DevState {
  /** Of the page as it is served now; another one than that of the open page means: fetch it. */
  readonly hash: string;
  /** Published files that were written since the server started: address → a number that grows with every writing. */
  readonly files: Readonly<Record<string, number>>;
  /** Source file of the page; undefined for a generated page and where there is none. */
  readonly file?: string;
  /** The page was open and its file is gone, or the navigation lists it and it has never been. */
  readonly absent?: { readonly file: string; readonly canBeCreated: boolean };
  /** Errors that concern this page or all pages, then what else was found in this page. */
  readonly findings: readonly DevFinding[];
  /** docs.json, the folder or a description cannot be read: this is the last site that could be. */
  readonly isOutdated: boolean;
  /** Of the whole site, as far as it is compiled; of all checks once `isChecked`. */
  readonly errors: number;
  readonly warnings: number;
  readonly notices: number;
  /** Whether all checks were run since the last change. */
  readonly isChecked: boolean;
  /** Pages that are compiled, of how many. */
  readonly done: number;
  readonly total: number;
  /** Files of pages that are listed and not there. */
  readonly missing: readonly string[];
}

/** Asked by POST as JSON, with the token. */
export interface OpenRequest {
  /** Project file. */
  readonly file: string;
  /** Counts from 1; absent = the top of the file. */
  readonly line?: number;
  readonly column?: number;
}

/** Asks for a page file that the navigation lists; by POST as JSON, with the token. */
export interface CreateRequest {
  /** One of `DevState.missing`. */
  readonly file: string;
}

/** `message` is for the person. */
export interface DevReply {
  readonly ok: boolean;
  /** For the person; absent when there is nothing to say. */
  readonly message?: string;
}
