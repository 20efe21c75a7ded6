/**
 * The site record: what a build tells the server about its files: which are pages and at which path, where redirects
 * lead, which files never change. The server decides by this record and never by the form of a URL. There is one record
 * for each audience of a site. The public one is in the output folder, the others are in the private folder.
 */

import type { ProxyTarget } from '../playground/proxy.ts';

/** File name of the record in the output folder; servers never serve it. */
export const siteRecordName = '.docsgen-site.json';

/**
 * The record of one audience. Site paths exclude the base path; URLs for readers include it. A path that is in no table
 * does not exist.
 */
export interface SiteRecord {
  readonly docsgen: 1;
  /** URL prefix of the site: empty or `/docs`. */
  readonly base: string;
  /** Site path of a page (as `Page.url`) → its output file. */
  readonly pages: Readonly<Record<string, string>>;
  /** In the order of the site; apart from placeholders, `destination` is ready for a `Location` header. */
  readonly redirects: readonly RecordedRedirect[];
  /** Redirect target of `/` when there is no page at it. */
  readonly home?: string;
  /** BCP 47 tag → URL of the first page; `/` for the default language. Absent on a site with one language. */
  readonly languages?: Readonly<Record<string, string>>;
  /** Site paths of files, and of folders (with a trailing `/`), whose names change with their content. */
  readonly immutable: readonly string[];
  /** The immutable paths without page content: docsgen's styles, scripts and fonts. */
  readonly chrome: readonly string[];
  /** Output files of the pages that have a playground. */
  readonly playgrounds: readonly string[];
  /** What playgrounds may reach through the server. Older builds may lack it, which means nothing. */
  readonly proxyTargets?: readonly ProxyTarget[];
  /** Headers of every page, as `Name: value`. */
  readonly headers: readonly string[];
  /** Files have compressed copies beside them, `x.br` and `x.gz`. */
  readonly packed: boolean;
  /** The private folder's record for this build (`PrivateRecord.build`); absent on a site without sign-in. */
  readonly privateBuild?: string;
}

/** A redirect of docs.json. `permanent`: 308, else 307. */
export interface RecordedRedirect {
  /** Site path with a leading slash, not percent-encoded; patterns contain tokens. */
  readonly source: string;
  readonly destination: string;
  readonly permanent: boolean;
  readonly isPattern: boolean;
}

/** The private folder of a site is beside its output folder, and only its server reads it: `dist` → `dist.private`. */
export const privateSuffix = '.private';
/** Inside it: files named by the SHA-256 of their bytes, and a record for each build. */
export const privateFiles = 'files';

/** Name of the record in the private folder; `build` is `PrivateRecord.build`. */
export function privateRecordName(build: string): string {
  return `${build}.json`;
}

/** The content of a build that is not public. */
export interface PrivateRecord {
  readonly docsgen: 1;
  /** A digest of all members below. */
  readonly build: string;
  readonly auth: AuthSettings;
  readonly audiences: readonly AudienceRecord[];
}

/** The site as shown to signed-in readers who belong to all these groups. */
export interface AudienceRecord {
  readonly groups: readonly string[];
  readonly site: SiteRecord;
  /** Output path → SHA-256 in hex. */
  readonly files: Readonly<Record<string, string>>;
  /** URLs of pages whose playground these readers do not get. */
  readonly withoutPlayground: readonly string[];
}

/** `docsgen.auth` of docs.json, resolved. Secrets are not included: the server reads them from its environment. */
export type AuthSettings = AuthMethod & {
  /** Minutes without a request after which a reader signs in again. */
  readonly idleMinutes: number;
  /** Minutes after which a reader signs in again in any case. */
  readonly longestMinutes: number;
};

/** How readers authenticate. Each method has its own settings, with their defaults applied. */
export type AuthMethod =
  | { readonly method: 'password'; readonly groups: readonly string[] }
  | { readonly method: 'users' }
  | {
      readonly method: 'oidc';
      readonly issuer: string;
      readonly clientId: string;
      readonly scopes: readonly string[];
      readonly groupsClaim: string;
    }
  | {
      readonly method: 'jwt';
      /** The sign-in page; its query gets `state` and `return`. */
      readonly loginUrl: string;
      readonly issuer: string;
      readonly audience: string;
      readonly algorithm: JwtAlgorithm;
      /** URL of the key set; absent = the key is in the environment. */
      readonly jwksUrl?: string;
      readonly groupsClaim: string;
    };

/**
 * Allowed signature algorithms of tokens. `none` is excluded, and only the configured algorithm is accepted (RFC 8725
 * §3.1).
 */
export type JwtAlgorithm = 'EdDSA' | 'RS256' | 'ES256' | 'HS256';
