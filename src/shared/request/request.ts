/**
 * The types of a request, before and after it is built. The playground, every code sample, the displayed URL and "copy
 * as cURL" all use `buildRequest`, so they always agree.
 */

import type { ExactNumber } from '../playground/exact-number.ts';

/** A value from a form or a document. Typed numbers stay strings, so that no digit is lost. */
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

/** OpenAPI 3.1 §4.8.12.2 "Style Values"; `cookie` is new in 3.2, `tabDelimited` is the `tsv` of 2.0, which 3 lacks. */
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

/**
 * How the items of a list are named in the style `deepObject`, which OpenAPI defines for objects only: `a=1&a=2`,
 * `a[]=1&a[]=2`, `a[0]=1&a[1]=2`.
 */
export type ArrayFormat = 'repeat' | 'brackets' | 'indices';

/** The serialization of a value (OpenAPI 3.1 §4.8.12); `InputSchema` has its schema. */
export interface RequestParameter {
  readonly name: string;
  readonly in: ParameterPlace;
  /** A missing value is a problem; in a path it prevents sending. */
  readonly required?: boolean;
  /** Absent = the default of its location (OpenAPI 3.1 §4.8.12.2). */
  readonly style?: ParameterStyle;
  /** Absent = true for `form` and `cookie`, false for the other styles. */
  readonly explode?: boolean;
  /** Reserved characters (RFC 3986 §2.2) are not encoded. */
  readonly allowReserved?: boolean;
  /** The reader may send it with an empty value. */
  readonly allowEmptyValue?: boolean;
  /** Media type of a parameter described by `content` instead of `schema`. */
  readonly contentType?: string;
  /** For `deepObject`. Absent = indices for items that are objects or lists, brackets for all others. */
  readonly arrays?: ArrayFormat;
}

/** OpenAPI 3.1 §4.8.15 "Encoding Object", for one property of a form body. */
export interface FieldEncoding {
  /** Absent = the default for the type of its value. */
  readonly contentType?: string;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** As for a parameter. */
  readonly arrays?: ArrayFormat;
  /** Header values of its part in a multipart body. */
  readonly headers?: Readonly<Record<string, ParameterValue>>;
}

/** One credential of the selected security alternative. */
export type RequestCredential =
  | { readonly type: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string; readonly value: string }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  /** `scheme` precedes the token: `Bearer` for bearer, OAuth 2 and OpenID Connect. */
  | { readonly type: 'token'; readonly scheme: string; readonly value: string };

/** A file field: name and type. The sender has the bytes, under `ref`. */
export interface FileValue {
  readonly $file: { readonly name: string; readonly type?: string; readonly ref?: string };
}

/** A field of a form body. A list of files is sent as one part each, all with the field's name. */
export type FieldValue = ParameterValue | FileValue | readonly FileValue[];

/** The reader's input before encoding; the media type determines the kind. */
export type RequestBody =
  /** Sent byte for byte as typed: JSON, XML, text, and everything else. */
  | { readonly kind: 'raw'; readonly mediaType: string; readonly text: string }
  | {
      readonly kind: 'form';
      readonly mediaType: string;
      readonly fields: Readonly<Record<string, FieldValue>>;
      readonly encoding?: Readonly<Record<string, FieldEncoding>>;
      /**
       * The parts of a multipart body have positions instead of names: `[0]`, `[1]` … one part each, then `listRest`
       * with all following parts.
       */
      readonly isList?: boolean;
    }
  | { readonly kind: 'file'; readonly mediaType: string; readonly file: FileValue };

/** The reader's input, and what it needs from the description. */
export interface RequestInput {
  readonly method: string;
  /** Server URL with its variables replaced; may end in `/`; empty when unknown. */
  readonly server: string;
  /** Path template: `/users/{id}`, may contain a fixed query. */
  readonly path: string;
  readonly parameters: readonly RequestParameter[];
  /** By location, then by name; absent = not sent. */
  readonly values: Readonly<Partial<Record<ParameterPlace, Readonly<Record<string, ParameterValue>>>>>;
  readonly credentials?: readonly RequestCredential[];
  readonly body?: RequestBody;
  /** Value of the Accept header, when the description names response types. */
  readonly accept?: string;
}

/** Among the fields of a list of parts: those after the individually described ones. */
export const listRest = '[]';

/** One serialized part (RFC 7578 §4). Without `contentType`, text has none. */
export interface MultipartPart {
  /** Absent = identified by position (OpenAPI 3.2 "Encoding By Position"). */
  readonly name?: string;
  /** Absent: none for text, `application/octet-stream` for files. */
  readonly contentType?: string;
  /** In addition to the headers of every part (RFC 7578 §4.8 leaves these to the sender). */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly value: { readonly text: string } | FileValue;
}

/** The body to send: as text, as parts, or the bytes of a file that only the sender has. */
export type BuiltBody =
  | { readonly kind: 'text'; readonly text: string }
  /** `mediaType`: if it differs from `multipart/form-data`. */
  | { readonly kind: 'multipart'; readonly mediaType?: string; readonly parts: readonly MultipartPart[] }
  | { readonly kind: 'file'; readonly file: FileValue };

/** Why a request does not match the reader's input. `blocks` = it must not be sent. */
export interface RequestProblem {
  readonly code: 'path-missing' | 'path-dot-segment' | 'required-missing' | 'header-value' | 'no-server' | 'body-on-get';
  /** The field: `path.id`, `header.X-A`, `body`. */
  readonly field: string;
  /** In English, for the reader. */
  readonly message: string;
  readonly blocks: boolean;
}

/** A request ready to be sent or printed. */
export interface BuiltRequest {
  /** Upper case. */
  readonly method: string;
  /** Absolute if the server is; percent-encoded; unchanged by the WHATWG URL parser. */
  readonly url: string;
  /**
   * In order; names as described; the sender adds the content type of a multipart body, because it knows the boundary.
   */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Encoded cookie pairs; a browser page cannot send them. */
  readonly cookies: readonly (readonly [name: string, value: string])[];
  /** Absent without a body. */
  readonly body?: BuiltBody;
  readonly problems: readonly RequestProblem[];
}
