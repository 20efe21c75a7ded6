/**
 * The shapes of a request, before and after it is built. The playground, every code sample, the shown URL and
 * "copy as cURL" all go through `buildRequest`, so what a reader sees is what is sent.
 */

import type { ExactNumber } from '../playground/exact-number.ts';

/** A value as a form or a document gives it. Numbers typed by a reader stay strings, so no digit is lost. */
export type ParameterValue =
  | string
  | number
  | ExactNumber
  | boolean
  | null
  | readonly ParameterValue[]
  | { readonly [name: string]: ParameterValue };

/** OpenAPI 3.1 §4.8.12.1 "Parameter Locations"; `querystring` (the whole query as one value) is new in 3.2. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie' | 'querystring';

/** OpenAPI 3.1 §4.8.12.2 "Style Values"; `cookie` is new in 3.2, `tabDelimited` is the `tsv` of 2.0, which 3 has no word for. */
export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'tabDelimited'
  | 'deepObject'
  | 'cookie';

/** What decides how a value is written (OpenAPI 3.1 §4.8.12); what it may be stands elsewhere (`InputSchema`). */
export interface RequestParameter {
  readonly name: string;
  readonly in: ParameterPlace;
  /** A missing value is told as a problem; in a path it blocks. */
  readonly required?: boolean;
  /** Absent = the default of its place (OpenAPI 3.1 §4.8.12.2). */
  readonly style?: ParameterStyle;
  /** Absent = true for `form` and `cookie`, false for the other styles. */
  readonly explode?: boolean;
  /** Reserved characters (RFC 3986 §2.2) stay as they are. */
  readonly allowReserved?: boolean;
  /** The reader may send it with an empty value. */
  readonly allowEmptyValue?: boolean;
  /** Media type of a parameter described by `content` instead of `schema`. */
  readonly contentType?: string;
}

/** OpenAPI 3.1 §4.8.15 "Encoding Object", for one property of a form body. */
export interface FieldEncoding {
  /** Absent = the usual one of its type of value. */
  readonly contentType?: string;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** Values for the headers of its part of a multipart body. */
  readonly headers?: Readonly<Record<string, ParameterValue>>;
}

/** One credential that the chosen security alternative needs. */
export type RequestCredential =
  | { readonly type: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string; readonly value: string }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  /** `scheme` is what stands before the token: `Bearer` for bearer, OAuth 2 and OpenID Connect. */
  | { readonly type: 'token'; readonly scheme: string; readonly value: string };

/** A file field: its name and type; the bytes stay with whoever sends it, found again by `ref`. */
export interface FileValue {
  readonly $file: { readonly name: string; readonly type?: string; readonly ref?: string };
}

/** A field of a form body. A list of files is sent as one part each, all with the field's name. */
export type FieldValue = ParameterValue | FileValue | readonly FileValue[];

/** What the reader wrote, before it is encoded; which kind it is follows from the media type. */
export type RequestBody =
  /** Sent byte for byte as typed: JSON, XML, text, and everything else. */
  | { readonly kind: 'raw'; readonly mediaType: string; readonly text: string }
  | {
      readonly kind: 'form';
      readonly mediaType: string;
      readonly fields: Readonly<Record<string, FieldValue>>;
      readonly encoding?: Readonly<Record<string, FieldEncoding>>;
      /** The parts of a multipart body have places, no names: `[0]`, `[1]` … one part each, then `listRest` with all that follow. */
      readonly isList?: boolean;
    }
  | { readonly kind: 'file'; readonly mediaType: string; readonly file: FileValue };

/** Everything that a reader chose or typed, beside what the description says. */
export interface RequestInput {
  readonly method: string;
  /** Server URL with its variables already replaced; may end in `/`; may be empty when none is known. */
  readonly server: string;
  /** Path template: `/users/{id}`, may hold a fixed query. */
  readonly path: string;
  readonly parameters: readonly RequestParameter[];
  /** By place, then by name; absent = not sent. */
  readonly values: Readonly<Partial<Record<ParameterPlace, Readonly<Record<string, ParameterValue>>>>>;
  readonly credentials?: readonly RequestCredential[];
  readonly body?: RequestBody;
  /** Value of the Accept header, when the description names response types. */
  readonly accept?: string;
}

/** Among the fields of a list of parts: those behind the ones that a description tells of one by one. */
export const listRest = '[]';

/** One part, ready to be written (RFC 7578 §4). Without `contentType` the sender says none for text. */
export interface MultipartPart {
  /** Absent = its place says what it is (OpenAPI 3.2 "Encoding By Position"). */
  readonly name?: string;
  /** Absent: none is said for text, `application/octet-stream` for files. */
  readonly contentType?: string;
  /** Beside the ones that every part has (RFC 7578 §4.8 leaves them to the sender). */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly value: { readonly text: string } | FileValue;
}

/** What is sent: whole as text, as parts, or the bytes of a file that only the sender has. */
export type BuiltBody =
  | { readonly kind: 'text'; readonly text: string }
  /** `mediaType`: where it is another than `multipart/form-data`. */
  | { readonly kind: 'multipart'; readonly mediaType?: string; readonly parts: readonly MultipartPart[] }
  | { readonly kind: 'file'; readonly file: FileValue };

/** Why a request cannot be what the reader asked for. `blocks` = it must not be sent. */
export interface RequestProblem {
  readonly code: 'path-missing' | 'path-dot-segment' | 'required-missing' | 'header-value' | 'no-server' | 'body-on-get';
  /** Which field: `path.id`, `header.X-A`, `body`. */
  readonly field: string;
  /** In English, for the reader. */
  readonly message: string;
  readonly blocks: boolean;
}

/** A request ready to be sent or printed. */
export interface BuiltRequest {
  /** Upper case. */
  readonly method: string;
  /** Absolute when the server is; percent-encoded; passes the WHATWG URL parser unchanged. */
  readonly url: string;
  /** In order; names as described; the content type of a multipart body is left to the sender (it knows the boundary). */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Cookie pairs, already encoded; a browser page cannot send them. */
  readonly cookies: readonly (readonly [name: string, value: string])[];
  /** Absent where none is sent. */
  readonly body?: BuiltBody;
  readonly problems: readonly RequestProblem[];
}
