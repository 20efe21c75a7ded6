/**
 * The scripts that a page loads for `integrations`: built from the table in `stages/render/page/integrations.ts`,
 * executed by `browser/shell/integrations.ts`. Data only, without code of a service.
 */

/** JSON values of a data block. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * One script of a service and the globals that it expects: `globals`, `lists` and `queues` are set before it is loaded.
 */
export interface ServiceLoad {
  /** URL of the script. */
  readonly script: string;
  /** Attributes of its element. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Values of `window` that the script reads when it starts. `{now}` is replaced by the time in milliseconds. */
  readonly globals?: Readonly<Record<string, Json>>;
  /** Arrays on `window` that the script takes over when it starts, with additional properties. */
  readonly lists?: Readonly<Record<string, { readonly items: readonly Json[]; readonly properties?: Readonly<Record<string, Json>> }>>;
  /** Functions on `window` that queue their calls in their own `q`, or in `into`, until the script has loaded. */
  readonly queues?: Readonly<Record<string, { readonly into?: string; readonly calls: readonly (readonly Json[])[] }>>;
  /** Calls after the script has loaded, by path from `window`. */
  readonly calls?: readonly { readonly path: string; readonly values: readonly Json[] }[];
}

/** A condition for loading services that measure. */
export type Consent =
  | { readonly kind: 'stored'; readonly key: string; readonly value: string }
  /** A category of OneTrust. */
  | { readonly kind: 'onetrust'; readonly category: string }
  /** A purpose of Transcend. */
  | { readonly kind: 'transcend'; readonly purpose: string };

/** The complete data block; a page without services has none. */
export interface PageServices {
  /** Consent managers: loaded immediately. */
  readonly managers: readonly ServiceLoad[];
  /** Loaded after all consents are given. */
  readonly services: readonly ServiceLoad[];
  /** All are required. */
  readonly consents: readonly Consent[];
}

/** Id of the data block in the page. */
export const servicesId = 'docsgen-services';
