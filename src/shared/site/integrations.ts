/**
 * What a page loads for the services of `integrations`: made at build from the table in
 * `stages/render/page/integrations.ts`, carried out by `browser/shell/integrations.ts`. Data alone: no service brings code of ours.
 */

/** What a data block can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** One script of a service and what it expects to find on the page: `globals`, `lists` and `queues` stand before it is loaded. */
export interface ServiceLoad {
  /** Address of the script. */
  readonly script: string;
  /** Attributes of its element. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Values of `window` that the script reads when it starts. `{now}` stands for the time, in milliseconds. */
  readonly globals?: Readonly<Record<string, Json>>;
  /** Lists on `window` that the script takes over when it starts, with properties beside their items. */
  readonly lists?: Readonly<Record<string, { readonly items: readonly Json[]; readonly properties?: Readonly<Record<string, Json>> }>>;
  /** Functions on `window` that keep their calls in a list: their own `q`, or `into`, until the script is there. */
  readonly queues?: Readonly<Record<string, { readonly into?: string; readonly calls: readonly (readonly Json[])[] }>>;
  /** Calls once the script is there, by path from `window`. */
  readonly calls?: readonly { readonly path: string; readonly values: readonly Json[] }[];
}

/** What has to be so before anything that measures is loaded. */
export type Consent =
  | { readonly kind: 'stored'; readonly key: string; readonly value: string }
  /** A category of OneTrust. */
  | { readonly kind: 'onetrust'; readonly category: string }
  /** A purpose of Transcend. */
  | { readonly kind: 'transcend'; readonly purpose: string };

/** The data block in full; a page without services has none. */
export interface PageServices {
  /** Tools that ask for consent themselves: loaded at once. */
  readonly managers: readonly ServiceLoad[];
  /** Loaded once every consent is given. */
  readonly services: readonly ServiceLoad[];
  /** All of them. */
  readonly consents: readonly Consent[];
}

/** Id of the data block in the page. */
export const servicesId = 'docsgen-services';
