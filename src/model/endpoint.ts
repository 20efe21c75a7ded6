/**
 * The content of a reference page for one operation, webhook, channel or schema: references are followed as far as the
 * page needs, `allOf` is merged, other references stay. `openapi/` builds it lazily, one page at a time, so that memory
 * grows with the largest operation and not with the description. Texts named `…Markdown` are as written in the
 * description.
 */
import type { ExactNumber } from '../shared/playground/exact-number.ts';

/** The location of an operation in its description, small enough to keep for every operation of a site. */
export interface OperationRef {
  /** Unique in the site: `<source> GET /users/{id}`, `<source> webhook name`, `<source> schema Name`, `<source> channel key`. */
  readonly id: string;
  /** Source of the description as configured: project path or URL. */
  readonly source: string;
  readonly kind: 'operation' | 'webhook' | 'channel' | 'schema';
  /** Upper case; empty for channels and schemas. */
  readonly method: string;
  /** Path template, webhook name, channel key or schema name. */
  readonly path: string;
  readonly title: string;
  readonly descriptionMarkdown?: string;
  readonly operationId?: string;
  readonly tags: readonly string[];
  /** The displayed group of the first tag (`x-group` applied). */
  readonly group: string;
  readonly deprecated: boolean;
  /** `x-hidden`: has a page but no navigation entry. */
  readonly hidden: boolean;
  /** `x-excluded`: no page. */
  readonly excluded: boolean;
  /** `x-docs` or `x-mint` of the operation. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly contentMdx?: string;
  readonly href?: string;
  readonly groups: readonly string[];
}

/**
 * All content of one reference page of any of the four kinds: a channel page has `channel`, a schema page has `schema`.
 */
export interface EndpointView {
  readonly ref: OperationRef;
  readonly servers: readonly ServerView[];
  /** Alternatives (OR), each a list of schemes (AND). Empty = no authorisation. An empty alternative = optional. */
  readonly security: readonly (readonly SecuritySchemeView[])[];
  /** In document order. Pages group them by location: path, query, header, cookie, querystring. */
  readonly parameters: readonly ParameterView[];
  readonly requestBody?: { readonly required: boolean; readonly descriptionMarkdown?: string; readonly media: readonly MediaView[] };
  readonly responses: readonly ResponseView[];
  readonly callbacks: readonly { readonly name: string; readonly expression: string; readonly view: EndpointView }[];
  /** `x-codeSamples`, in order. */
  readonly codeSamples: readonly { readonly lang: string; readonly label?: string; readonly source: string }[];
  /** The playground mode from `x-docs` or `x-mint`; undefined = the site's setting. */
  readonly playground?: string;
  readonly externalDocs?: { readonly url: string; readonly descriptionMarkdown?: string };
  /** For `schema` pages. */
  readonly schema?: SchemaView;
  /** For `channel` pages (AsyncAPI). */
  readonly channel?: ChannelView;
}

/** One base address (OpenAPI 3.1, 4.8.5), with its variables still in braces. */
export interface ServerView {
  readonly url: string;
  readonly name?: string;
  readonly descriptionMarkdown?: string;
  readonly variables: readonly {
    readonly name: string;
    readonly default: string;
    readonly enum: readonly string[];
    readonly descriptionMarkdown?: string;
  }[];
  /** AsyncAPI: by protocol. */
  readonly bindings?: Readonly<Record<string, unknown>>;
}

/** One security scheme of an operation (OpenAPI 3.1, 4.8.27): what the reader has to send, and where. */
export interface SecuritySchemeView {
  /** Name in `components.securitySchemes`. */
  readonly key: string;
  readonly type: 'apiKey' | 'http' | 'oauth2' | 'openIdConnect' | 'mutualTLS' | (string & {});
  readonly in?: 'header' | 'query' | 'cookie';
  /** Header, query or cookie name of an API key. */
  readonly name?: string;
  /** `basic`, `bearer`, `digest`, … in lower case. */
  readonly scheme?: string;
  readonly bearerFormat?: string;
  readonly descriptionMarkdown?: string;
  /** The scopes that the operation requires, not all scopes of its flows. */
  readonly scopes: readonly string[];
  readonly flows: readonly {
    readonly type: 'authorizationCode' | 'clientCredentials' | 'implicit' | 'password' | 'deviceAuthorization';
    readonly authorizationUrl?: string;
    readonly tokenUrl?: string;
    readonly refreshUrl?: string;
    readonly deviceAuthorizationUrl?: string;
    readonly scopes: Readonly<Record<string, string>>;
  }[];
  readonly openIdConnectUrl?: string;
  /** `x-default`. */
  readonly default?: string;
}

/** A parameter, or a header of a response or part (OpenAPI 3.1, 4.8.12 and 4.8.21): those are `in: 'header'`. */
export interface ParameterView {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly descriptionMarkdown?: string;
  readonly schema: SchemaView;
  /** As written; undefined = the default of the location. The same for `explode` and `allowReserved`. */
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly allowEmptyValue?: boolean;
  /** Set when the value is described by `content` instead of `schema`: the media type of the value. */
  readonly contentType?: string;
  /** Names of list items in the style `deepObject`, if docs.json sets them. */
  readonly arrays?: 'repeat' | 'brackets' | 'indices';
  /** It cannot be sent together with others, as a description says: an example with everything has those. */
  readonly isExclusive?: boolean;
  /** AsyncAPI: location of the value in a message (`$message.payload#/user/id`). */
  readonly location?: string;
  readonly examples: readonly ExampleView[];
}

/** A body in one of its media types (OpenAPI 3.1, 4.8.14). */
export interface MediaView {
  readonly mediaType: string;
  readonly schema?: SchemaView;
  /** A deeper view of `schema` for forms, when that is only partial. */
  readonly form?: SchemaView;
  /** OpenAPI 3.2 `itemSchema`: one item of a stream. */
  readonly itemSchema?: SchemaView;
  /** Examples of the description; one generated example when it has none. */
  readonly examples: readonly ExampleView[];
  /** By form field. */
  readonly encoding: Readonly<Record<string, FieldEncodingView>>;
}

/** The encoding of one form field (OpenAPI 3.1, 4.8.15); undefined members follow from the field's schema. */
export interface FieldEncodingView {
  readonly contentType?: string;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly arrays?: 'repeat' | 'brackets' | 'indices';
  /** Headers of the field's part in a multipart body. */
  readonly headers?: readonly ParameterView[];
}

/** One choice of the example picker. */
export interface ExampleView {
  readonly name: string;
  readonly summary?: string;
  readonly descriptionMarkdown?: string;
  /** JSON value, or the text itself for media types that are not JSON. */
  readonly value: unknown;
  /** Generated from the schema because the description has no example; of a request, the smallest valid value. */
  readonly generated: boolean;
  /** For a generated value of a request: the one with the optional fields too, if it is another. */
  readonly complete?: unknown;
}

/** The response for one status (OpenAPI 3.1, 4.8.17); its bodies in document order. */
export interface ResponseView {
  /** `200`, `4XX`, `default`. */
  readonly status: string;
  readonly summary?: string;
  readonly descriptionMarkdown?: string;
  readonly headers: readonly ParameterView[];
  readonly media: readonly MediaView[];
  readonly links: readonly { readonly name: string; readonly operation: string; readonly descriptionMarkdown?: string }[];
}

/** A constraint of a schema beside its type; shown in the page's language. */
export type ConstraintView =
  | { readonly kind: 'characters' | 'items' | 'properties'; readonly min?: number; readonly max?: number }
  /** In symbols: `≥ 0`, `1–5`, `-2 – 2`, `> 0, ≤ 10`. */
  | { readonly kind: 'range'; readonly text: string }
  | { readonly kind: 'multiple'; readonly of: number | ExactNumber }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'unique' }
  /** `base64`. */
  | { readonly kind: 'encoding'; readonly name: string }
  | { readonly kind: 'media'; readonly type: string }
  /** A JSON Schema keyword that is shown as written: `propertyNames`, `contains`, `if`. */
  | { readonly kind: 'keyword'; readonly name: string; readonly value: unknown }
  /** When the property `name` is present, those in `needed` are required. */
  | { readonly kind: 'together'; readonly name: string; readonly needed: readonly string[] };

/** A schema as displayed. */
export interface SchemaView {
  /** `string`, `integer`, `object`, `array of string`, `string | null`, `any`. */
  readonly label: string;
  /** JSON Schema types without `null`; empty = any. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly title?: string;
  readonly format?: string;
  readonly descriptionMarkdown?: string;
  readonly constraints: readonly ConstraintView[];
  readonly enum?: readonly { readonly value: unknown; readonly descriptionMarkdown?: string }[];
  readonly const?: { readonly value: unknown };
  readonly default?: { readonly value: unknown };
  readonly examples: readonly unknown[];
  readonly deprecated: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly properties: readonly PropertyView[];
  /** Pattern, additional and unevaluated properties. The name is descriptive (`/^x-/`, `any other name`). */
  readonly otherProperties: readonly { readonly name: string; readonly schema: SchemaView }[];
  readonly items?: SchemaView;
  readonly prefixItems: readonly SchemaView[];
  readonly not?: SchemaView;
  readonly variants?: {
    readonly kind: 'oneOf' | 'anyOf';
    readonly discriminator?: string;
    /** Each with its discriminator values, of which there may be none. */
    readonly options: readonly {
      readonly title: string;
      readonly discriminatorValues: readonly string[];
      readonly schema: SchemaView;
    }[];
  };
  /** Pills from `x-docs`/`x-mint` `pre`/`post` and `api.params.post`. */
  readonly pre: readonly string[];
  readonly post: readonly string[];
  readonly externalDocs?: string;
  /**
   * Set where the view stops: at a schema that is shown elsewhere, because of recursion, or at its size limit. `schema`
   * is the name of a component, or file and pointer of another schema; the rest is on the page of that schema.
   */
  readonly more?: { readonly schema: string; readonly recursive: boolean };
}

/** A named property of an object, in document order. */
export interface PropertyView {
  readonly name: string;
  readonly required: boolean;
  readonly schema: SchemaView;
}

/** The AsyncAPI description of one channel, in the terms of version 3 whatever version it is written in. */
export interface ChannelView {
  /** As written, with parameters in braces; empty when the channel has none. */
  readonly address: string;
  readonly protocol?: string;
  readonly bindings: Readonly<Record<string, unknown>>;
  readonly parameters: readonly ParameterView[];
  readonly operations: readonly {
    readonly name: string;
    /** The reader's action: `send` for AsyncAPI 3 `receive` and 2.x `publish`. */
    readonly readerAction: 'send' | 'receive';
    readonly summary?: string;
    readonly descriptionMarkdown?: string;
    readonly messages: readonly MessageView[];
    readonly security: readonly (readonly SecuritySchemeView[])[];
    readonly bindings: Readonly<Record<string, unknown>>;
    readonly replyTo?: string;
  }[];
}

/** One kind of message on a channel; several in one operation are alternatives. */
export interface MessageView {
  readonly name: string;
  readonly title?: string;
  readonly descriptionMarkdown?: string;
  readonly contentType?: string;
  readonly payload?: SchemaView;
  /** A deeper view of `payload` for forms, when that is only partial. */
  readonly form?: SchemaView;
  /** Payload in another schema language (Avro, Protobuf, …), shown as source. */
  readonly payloadSource?: { readonly format: string; readonly text: string };
  readonly headers?: SchemaView;
  readonly correlationId?: string;
  readonly examples: readonly ExampleView[];
  readonly bindings: Readonly<Record<string, unknown>>;
}

/**
 * The title of an operation without a summary: `GET`, `/users/{id}/posts` → `Get users posts`. The host of an absolute
 * URL is ignored.
 */
export function operationTitle(method: string, path: string): string {
  const words = path
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
    .split('/')
    .flatMap((segment) => (segment === '' || /[{}]/.test(segment) ? [] : segment.replace(/[-_]+/g, ' ').trim()))
    .filter((word) => word !== '');
  return [method.charAt(0) + method.slice(1).toLowerCase(), ...words].join(' ');
}
