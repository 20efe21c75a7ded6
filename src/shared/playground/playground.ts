/**
 * The HTML of a playground, written by the page and read by the browser:
 *
 *   <docs-playground id="api-playground">
 *     <button type="button" class="playground-open">Try it</button>
 *     <script type="application/json">…PlaygroundData…</script>
 *   </docs-playground>
 *
 * The browser builds the form when it is first opened: it is useless without scripts, and readers who never open it
 * load only a button. All data is text and numbers, no HTML.
 */

import type { FieldEncoding, RequestParameter } from '../request/request.ts';
import type { PlaygroundMessages } from './playground-messages.ts';

/** The element name. Pages that contain one load the script `playground`. */
export const playgroundTag = 'docs-playground';

/** Everything that a form needs: one operation, with all references resolved. */
export interface PlaygroundData {
  readonly kind: 'http' | 'websocket';
  /** Unique in the site; the browser stores the typed values under it. */
  readonly operation: string;
  /** The API description of the operation: stored credentials and the chosen server apply to this description only. */
  readonly source: string;
  readonly title: string;
  /** Upper case; empty for channels. */
  readonly method: string;
  /** Path template of the operation; address of a channel. */
  readonly path: string;
  /** Empty when no base URL is known: the form then has a field for it. */
  readonly servers: readonly PlaygroundServer[];
  readonly parameters: readonly PlaygroundParameter[];
  /** Absent when the operation has no body. */
  readonly body?: { readonly required: boolean; readonly media: readonly PlaygroundMedia[] };
  /** Alternatives (OR) of scheme keys (AND). Empty = none; an empty alternative = optional. */
  readonly security: readonly (readonly PlaygroundNeed[])[];
  readonly schemes: Readonly<Record<string, PlaygroundScheme>>;
  /** Value of the Accept header. */
  readonly accept?: string;
  /**
   * For a channel: the messages that the reader can send, and the headers that a browser cannot send with the
   * connection.
   */
  readonly channel?: {
    readonly messages: readonly PlaygroundMessage[];
    readonly receives: boolean;
    readonly headers: readonly string[];
  };
  readonly settings: PlaygroundSettings;
  /** The messages, on pages that are not in English. */
  readonly words?: PlaygroundMessages;
}

/** `api.playground` and `api.examples` of docs.json, resolved. */
export interface PlaygroundSettings {
  /** Keys of sample languages, in the order of docs.json. Empty = no samples. */
  readonly languages: readonly string[];
  /** Fill the form from the examples of the description: all of them, or none. Absent: what the request requires. */
  readonly prefill?: boolean;
  /** The page of this site to which a sign-in returns (it loads the script `playground`); absent = the page itself. */
  readonly callback?: string;
  /** URL of this site's proxy (shared/playground/proxy); absent = no proxy. */
  readonly proxy?: string;
  /** Send cookies to the API. */
  readonly credentials: boolean;
  /** The reader can enter another base URL than those of the description. */
  readonly otherServers?: boolean;
}

/** One entry of the server list (OpenAPI 3.1 §4.8.5). */
export interface PlaygroundServer {
  /** As described, with `{variables}`. */
  readonly url: string;
  readonly label?: string;
  /** In the order of the description; an empty `enum` allows any text. */
  readonly variables: readonly { readonly name: string; readonly default: string; readonly enum: readonly string[] }[];
}

/** The parts of a schema that an input needs. */
export interface InputSchema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'any' | 'file';
  /** As shown: `string<date>`, `array of integer`; absent if it is the type. */
  readonly label?: string;
  readonly nullable?: boolean;
  readonly format?: string;
  /** First sentence of the description, as plain text. */
  readonly description?: string;
  /** The constraints as readable text. */
  readonly hint?: string;
  readonly enum?: readonly unknown[];
  /** Values outside `enum` are valid too: a discriminator can have more names than are listed. */
  readonly isOpen?: boolean;
  readonly default?: unknown;
  readonly example?: unknown;
  /** Of an object, in the order of the description. */
  readonly properties?: readonly { readonly name: string; readonly required?: boolean; readonly schema: InputSchema }[];
  /** Schema of the items; absent = any value. */
  readonly items?: InputSchema;
  /** Alternatives (`oneOf`, `anyOf`), of which the reader chooses one. */
  readonly variants?: readonly { readonly title: string; readonly schema: InputSchema }[];
}

/** A parameter with its serialization rules and the data for its input. */
export interface PlaygroundParameter extends RequestParameter {
  readonly schema: InputSchema;
  readonly deprecated?: boolean;
  /** First example of the description; generated examples are not used for parameters. */
  readonly example?: unknown;
}

/** One media type of the body; the first of the list is the default. */
export interface PlaygroundMedia {
  readonly mediaType: string;
  /**
   * Undefined when the description has none: an editor is shown instead of a form. For a list of parts: an object whose
   * members are the positions.
   */
  readonly schema?: InputSchema;
  /** Index of the media type whose schema this one has; only in the data of the page. */
  readonly sameAs?: number;
  /** A multipart body whose parts have positions instead of names. */
  readonly isList?: boolean;
  /** By field, for forms. */
  readonly encoding?: Readonly<Record<string, PlaygroundEncoding>>;
  /** Initial texts for the editor: examples of the description, else one generated. */
  readonly examples: readonly PlaygroundExample[];
}

/** A text for the editor of a body or message. */
export interface PlaygroundExample {
  readonly name: string;
  readonly text: string;
  /** Not from the description. */
  readonly generated?: boolean;
}

/** How a form field is encoded; the reader fills in the headers of its part. */
export interface PlaygroundEncoding extends Omit<FieldEncoding, 'headers'> {
  readonly headers?: readonly PlaygroundParameter[];
}

/** One scheme of a security alternative, by its key in `PlaygroundData.schemes` (OpenAPI 3.1 §4.8.30). */
export interface PlaygroundNeed {
  readonly scheme: string;
  /** Requested with the token; empty for schemes without scopes. */
  readonly scopes: readonly string[];
}

/** A security scheme (OpenAPI 3.1 §4.8.27). `type` determines which optional members are present. */
export interface PlaygroundScheme {
  readonly type: 'apiKey' | 'http' | 'oauth2' | 'openIdConnect' | 'mutualTLS' | (string & {});
  /** For `apiKey`. */
  readonly in?: 'header' | 'query' | 'cookie';
  /** Of the header, parameter or cookie; for `apiKey` only. */
  readonly name?: string;
  /** `basic`, `bearer`, … in lower case. */
  readonly scheme?: string;
  /** For `oauth2`, in display order. */
  readonly flows?: readonly PlaygroundFlow[];
  readonly openIdConnectUrl?: string;
  /** Initial value of the field (`x-default`). */
  readonly default?: string;
}

/**
 * One OAuth flow (OpenAPI 3.1 §4.8.29; `deviceAuthorization` is from 3.2). URLs are absolute when they are in the
 * description.
 */
export interface PlaygroundFlow {
  readonly type: 'authorizationCode' | 'clientCredentials' | 'implicit' | 'password' | 'deviceAuthorization';
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly deviceAuthorizationUrl?: string;
  readonly scopes: readonly string[];
}

/** A message that the reader can send over the open connection of a channel. */
export interface PlaygroundMessage {
  readonly name: string;
  /** Absent when it is not a JSON Schema: an editor is shown instead of a form. */
  readonly schema?: InputSchema;
  readonly examples: readonly { readonly name: string; readonly text: string }[];
}
