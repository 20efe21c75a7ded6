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
import type { PlaygroundWords } from './playground-words.ts';
import type { FieldEncoding, RequestParameter } from './request/request.ts';

/** The element. Pages that hold one load the script `playground`. */
export const playgroundTag = 'docs-playground';

export interface PlaygroundData {
  readonly kind: 'http' | 'websocket';
  /** Unique in the site; what was typed is kept under it. */
  readonly operation: string;
  /** The description that the operation stands in: credentials and the server chosen belong to it, and to no other. */
  readonly source: string;
  readonly title: string;
  /** Upper case; empty for channels. */
  readonly method: string;
  readonly path: string;
  /** Empty when no base URL is known: the form then asks for one. */
  readonly servers: readonly PlaygroundServer[];
  readonly parameters: readonly PlaygroundParameter[];
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
  readonly words?: PlaygroundWords;
}

export interface PlaygroundSettings {
  /** Keys of sample languages, in the order of docs.json. Empty = no samples. */
  readonly languages: readonly string[];
  /** Fill the form from the examples of the description. */
  readonly prefill: boolean;
  /** Page of this site that a sign-in comes back to (it loads the script `playground`); absent = the page itself. */
  readonly callback?: string;
  /** Address of this site where its server may offer to send (contract/proxy); absent = never asked. */
  readonly proxy?: string;
  /** Send cookies to the API. */
  readonly credentials: boolean;
}

export interface PlaygroundServer {
  readonly url: string;
  readonly label?: string;
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
  readonly default?: unknown;
  readonly example?: unknown;
  readonly properties?: readonly { readonly name: string; readonly required: boolean; readonly schema: InputSchema }[];
  readonly items?: InputSchema;
  readonly variants?: readonly { readonly title: string; readonly schema: InputSchema }[];
}

export interface PlaygroundParameter extends RequestParameter {
  readonly schema: InputSchema;
  readonly deprecated?: boolean;
  /** First given example; generated ones are not used for parameters. */
  readonly example?: unknown;
}

export interface PlaygroundMedia {
  readonly mediaType: string;
  /** Of a list of parts (`isList`): an object whose members are its places. */
  readonly schema?: InputSchema;
  readonly isList?: boolean;
  readonly encoding?: Readonly<Record<string, PlaygroundEncoding>>;
  /** The texts an editor can start with: given examples, else one generated. */
  readonly examples: readonly { readonly name: string; readonly text: string }[];
}

/** How a field of a form is written; the headers of its part are filled in by the reader. */
export interface PlaygroundEncoding extends Omit<FieldEncoding, 'headers'> {
  readonly headers?: readonly PlaygroundParameter[];
}

export interface PlaygroundNeed {
  readonly scheme: string;
  readonly scopes: readonly string[];
}

export interface PlaygroundScheme {
  readonly type: 'apiKey' | 'http' | 'oauth2' | 'openIdConnect' | 'mutualTLS' | (string & {});
  readonly in?: 'header' | 'query' | 'cookie';
  readonly name?: string;
  /** `basic`, `bearer`, … in lower case. */
  readonly scheme?: string;
  readonly flows?: readonly PlaygroundFlow[];
  readonly openIdConnectUrl?: string;
  readonly default?: string;
}

export interface PlaygroundFlow {
  readonly type: 'authorizationCode' | 'clientCredentials' | 'implicit' | 'password' | 'deviceAuthorization';
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly deviceAuthorizationUrl?: string;
  readonly scopes: readonly string[];
}

export interface PlaygroundMessage {
  readonly name: string;
  readonly schema?: InputSchema;
  readonly examples: readonly { readonly name: string; readonly text: string }[];
}
