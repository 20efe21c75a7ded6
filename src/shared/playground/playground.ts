/**
 * How a playground stands in a page, so that the page (which prints it) and the browser (which wakes it) agree:
 *
 *   <docs-playground id="api-playground">
 *     <button type="button" class="playground-open">Try it</button>
 *     <script type="application/json">…PlaygroundData…</script>
 *   </docs-playground>
 *
 * The form itself is built by the browser, on the first opening: a page without scripts has nothing to send from, and
 * one that is only read pays for a button. Everything here is text and numbers; no HTML.
 */

import type { FieldEncoding, RequestParameter } from '../request/request.ts';
import type { PlaygroundMessages } from './playground-messages.ts';

/** The element. Pages that hold one load the script `playground`. */
export const playgroundTag = 'docs-playground';

/** All that a form is built from: one operation, resolved. Nothing in it refers to the description any more. */
export interface PlaygroundData {
  readonly kind: 'http' | 'websocket';
  /** Unique in the site; what was typed is kept under it. */
  readonly operation: string;
  /** The description that the operation stands in: credentials and the server chosen belong to it, and to no other. */
  readonly source: string;
  readonly title: string;
  /** Upper case; empty for channels. */
  readonly method: string;
  /** Path template of the operation; address of a channel. */
  readonly path: string;
  /** Empty when no base URL is known: the form then asks for one. */
  readonly servers: readonly PlaygroundServer[];
  readonly parameters: readonly PlaygroundParameter[];
  /** Absent where the operation takes none. */
  readonly body?: { readonly required: boolean; readonly media: readonly PlaygroundMedia[] };
  /** Alternatives (OR) of scheme keys (AND). Empty = none; an empty alternative = may be left out. */
  readonly security: readonly (readonly PlaygroundNeed[])[];
  readonly schemes: Readonly<Record<string, PlaygroundScheme>>;
  /** Value of the Accept header. */
  readonly accept?: string;
  /** Of a channel: the messages that the reader can send, and what a browser cannot send with the connection. */
  readonly channel?: {
    readonly messages: readonly PlaygroundMessage[];
    readonly receives: boolean;
    readonly headers: readonly string[];
  };
  readonly settings: PlaygroundSettings;
  /** What it says, where the page is not in English. */
  readonly words?: PlaygroundMessages;
}

/** What `api.playground` and `api.examples` of docs.json decide (docs-json-spec 6.2). */
export interface PlaygroundSettings {
  /** Keys of sample languages, in the order of docs.json. Empty = no samples. */
  readonly languages: readonly string[];
  /** Fill the form from the examples of the description. */
  readonly prefill: boolean;
  /** Page of this site that a sign-in comes back to (it loads the script `playground`); absent = the page itself. */
  readonly callback?: string;
  /** Address of this site where its server may offer to send (shared/playground/proxy); absent = never asked. */
  readonly proxy?: string;
  /** Send cookies to the API. */
  readonly credentials: boolean;
}

/** One entry of the list to choose from (OpenAPI 3.1 §4.8.5). */
export interface PlaygroundServer {
  /** As described, with `{variables}`. */
  readonly url: string;
  readonly label?: string;
  /** In the order of the description; an empty `enum` = any text may be typed. */
  readonly variables: readonly { readonly name: string; readonly default: string; readonly enum: readonly string[] }[];
}

/** What an input needs to know of a schema. */
export interface InputSchema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'any' | 'file';
  /** As shown: `string<date>`, `array of integer`. */
  readonly label: string;
  readonly nullable?: boolean;
  readonly format?: string;
  /** First sentence of the description, as plain text. */
  readonly description?: string;
  /** Constraints in words. */
  readonly hint?: string;
  readonly enum?: readonly unknown[];
  /** `enum` is offered, and another value is no fault: names of a discriminator, of which there may be more than are listed. */
  readonly isOpen?: boolean;
  readonly default?: unknown;
  readonly example?: unknown;
  /** Of an object, in the order of the description. */
  readonly properties?: readonly { readonly name: string; readonly required: boolean; readonly schema: InputSchema }[];
  /** What a list holds; absent = anything. */
  readonly items?: InputSchema;
  /** Ways for a value to be (`oneOf`, `anyOf`), of which the reader chooses one. */
  readonly variants?: readonly { readonly title: string; readonly schema: InputSchema }[];
}

/** A parameter with what its input needs beside the rules of its writing. */
export interface PlaygroundParameter extends RequestParameter {
  readonly schema: InputSchema;
  readonly deprecated?: boolean;
  /** First given example; generated ones are not used for parameters. */
  readonly example?: unknown;
}

/** One media type that the body may have; the first of the list is chosen at the start. */
export interface PlaygroundMedia {
  readonly mediaType: string;
  /** Undefined where the description has none: then there is an editor and no form. Of a list of parts: an object whose members are its places. */
  readonly schema?: InputSchema;
  /** A multipart body whose parts have places and no names. */
  readonly isList?: boolean;
  /** By field, for forms. */
  readonly encoding?: Readonly<Record<string, PlaygroundEncoding>>;
  /** The texts an editor can start with: given examples, else one generated. */
  readonly examples: readonly { readonly name: string; readonly text: string }[];
}

/** How a field of a form is written; the headers of its part are filled in by the reader. */
export interface PlaygroundEncoding extends Omit<FieldEncoding, 'headers'> {
  readonly headers?: readonly PlaygroundParameter[];
}

/** One scheme of a security alternative, by its key in `PlaygroundData.schemes` (OpenAPI 3.1 §4.8.30). */
export interface PlaygroundNeed {
  readonly scheme: string;
  /** Asked for when a token is got; empty for schemes without scopes. */
  readonly scopes: readonly string[];
}

/** A security scheme (OpenAPI 3.1 §4.8.27). Which of the optional fields are there depends on `type`. */
export interface PlaygroundScheme {
  readonly type: 'apiKey' | 'http' | 'oauth2' | 'openIdConnect' | 'mutualTLS' | (string & {});
  /** Of an `apiKey`. */
  readonly in?: 'header' | 'query' | 'cookie';
  /** Of the header, parameter or cookie; for `apiKey` only. */
  readonly name?: string;
  /** `basic`, `bearer`, … in lower case. */
  readonly scheme?: string;
  /** Of `oauth2`, in the order in which they are offered. */
  readonly flows?: readonly PlaygroundFlow[];
  readonly openIdConnectUrl?: string;
  /** What the field holds at the start (`x-default`, docs-json-spec 15.2). */
  readonly default?: string;
}

/** One way to get a token (OpenAPI 3.1 §4.8.29; `deviceAuthorization` is of 3.2). Addresses are absolute where the description's are. */
export interface PlaygroundFlow {
  readonly type: 'authorizationCode' | 'clientCredentials' | 'implicit' | 'password' | 'deviceAuthorization';
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly deviceAuthorizationUrl?: string;
  readonly scopes: readonly string[];
}

/** A message that the reader may send over the open connection of a channel. */
export interface PlaygroundMessage {
  readonly name: string;
  /** Absent where it is no JSON Schema: then there is an editor and no form. */
  readonly schema?: InputSchema;
  readonly examples: readonly { readonly name: string; readonly text: string }[];
}
