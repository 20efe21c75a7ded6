/** The messages between the development server and an open page. */

/** Prefix of all URLs of the development server itself (after the base path). */
export const devPath = '/_docsgen/dev';
/** Id of the script element with the token of this server process and the hash of the page as sent. */
export const devScriptId = 'docsgen-dev';
/** Carries the token with every POST: pages of other origins do not know it. */
export const tokenHeader = 'x-docsgen-token';
/** Fired when a part of the page was changed in place. */
export const patchedEvent = 'docsgen:patched';

/** A `Diagnostic` for the page; `file` is a project path, `line` and `column` are 1-based. */
export interface DevFinding {
  readonly severity: 'error' | 'warning' | 'notice';
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** Length of the problem in the line, from the column. */
  readonly length?: number;
  /** The line as in the file; absent for very long ones. */
  readonly lineText?: string;
}

/** Sent when a page connects, and on every change. */
export interface DevState {
  /** Hash of the page as served now; if the open page has another one, it must be reloaded. */
  readonly hash: string;
  /** Published files written since the server started: URL → a number that increases with every write. */
  readonly files: Readonly<Record<string, number>>;
  /** Source file of the page; undefined for a generated or missing page. */
  readonly file?: string;
  /** The file of the open page was deleted, or the page is listed but has no file. */
  readonly absent?: { readonly file: string; readonly canBeCreated: boolean };
  /** Errors that affect this page or all pages, followed by other diagnostics of this page. */
  readonly findings: readonly DevFinding[];
  /** Errors and warnings of other files, as far as they fit, once `isChecked`. */
  readonly elsewhere: readonly DevFinding[];
  /** docs.json, the folder or a description is unreadable: this is the last readable site. */
  readonly isOutdated: boolean;
  /** For the whole site, as far as it is compiled; for all checks once `isChecked`. */
  readonly errors: number;
  readonly warnings: number;
  readonly notices: number;
  /** Whether all checks have completed since the last change. */
  readonly isChecked: boolean;
  /** Number of compiled pages, and of all pages. */
  readonly done: number;
  readonly total: number;
  /** Files of listed pages that do not exist. */
  readonly missing: readonly string[];
}

/** Sent by POST as JSON, with the token. */
export interface OpenRequest {
  /** Project file. */
  readonly file: string;
  /** 1-based; absent = the top of the file. */
  readonly line?: number;
  readonly column?: number;
}

/** Requests the creation of a listed page file; sent by POST as JSON, with the token. */
export interface CreateRequest {
  /** One of `DevState.missing`. */
  readonly file: string;
}

/** `message` is for the user. */
export interface DevReply {
  readonly ok: boolean;
  /** For the user; absent without a message. */
  readonly message?: string;
}

/** The class of the notice on a page with errors. `docsgen dev` hides it while its overlay shows the same errors. */
export const errorNoticeClass = 'build-errors';
