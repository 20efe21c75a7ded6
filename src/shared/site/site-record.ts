/**
 * What a build tells the server that serves it, beside the files: which of them are pages and at which address, where
 * else addresses lead, which files never change. A server decides by this record and never by the shape of an address.
 * One record for each audience of a site; the one of everybody lies in the output folder, the others in the private part.
 */

import type { ProxyTarget } from '../playground/proxy.ts';

/** Its name in the output; no server gives it out. */
export const siteRecordName = '.docsgen-site.json';

/** Of one audience. Site paths have no base, addresses that readers are sent to have it. What is in no table is nowhere. */
export interface SiteRecord {
  readonly docsgen: 1;
  /** URL prefix of the site: `` or `/docs`. */
  readonly base: string;
  /** Site path of a page (as `Page.url`) → its output file. */
  readonly pages: Readonly<Record<string, string>>;
  /** In the order of the site; `destination` is ready for a `Location` header, placeholders apart. */
  readonly redirects: readonly RecordedRedirect[];
  /** Href that `/` leads to when no page is there. */
  readonly home?: string;
  /** Site paths of files, and of folders (with a `/` at the end), whose names change with their content. */
  readonly immutable: readonly string[];
  /** Of the immutable places those that hold nothing of any page: looks, scripts and fonts of ours. */
  readonly chrome: readonly string[];
  /** Output files of the pages that have a playground. */
  readonly playgrounds: readonly string[];
  /** What playgrounds may reach through the server. A build of before may lack it; then that is nothing. */
  readonly proxyTargets?: readonly ProxyTarget[];
  /** Headers of every page, as `Name: value`. */
  readonly headers: readonly string[];
  /** Files lie beside their compressed forms, `x.br` and `x.gz`. */
  readonly packed: boolean;
  /** The private part that belongs to this build (`PrivateRecord.build`); absent on a site without sign-in. */
  readonly privateBuild?: string;
}

/** As docs.json has it (docs-json-spec 7). `permanent`: 308, else 307. */
export interface RecordedRedirect {
  /** Site path with a leading slash, not percent-encoded; with tokens where it is a pattern. */
  readonly source: string;
  readonly destination: string;
  readonly permanent: boolean;
  readonly isPattern: boolean;
}

/** The private part of a site lies beside its output folder and is opened by its server alone: `dist` → `dist.private`. */
export const privateSuffix = '.private';
/** Inside it: the files by the SHA-256 of their bytes, and a record for each build. */
export const privateFiles = 'files';

/** Name of the record within the private part; `build` is `PrivateRecord.build`. */
export function privateRecordName(build: string): string {
  return `${build}.json`;
}

/** What a build says of everything that is not for everybody. */
export interface PrivateRecord {
  readonly docsgen: 1;
  /** A short form of all that follows. */
  readonly build: string;
  readonly auth: AuthSettings;
  readonly audiences: readonly AudienceRecord[];
}

/** The site as readers see it who are signed in and belong to all these groups. */
export interface AudienceRecord {
  readonly groups: readonly string[];
  readonly site: SiteRecord;
  /** Output path → SHA-256 in hex. */
  readonly files: Readonly<Record<string, string>>;
  /** Addresses of pages whose playground these readers do not get. */
  readonly withoutPlayground: readonly string[];
}

/** `docsgen.auth` of docs.json, resolved. Secrets are not among it: they are in the environment of the server. */
export type AuthSettings = AuthMethod & {
  /** Minutes without a request after which a reader signs in again. */
  readonly idleMinutes: number;
  /** Minutes after which a reader signs in again, whatever happens. */
  readonly longestMinutes: number;
};

/** How readers prove who they are; each way needs other facts, and every fact has its default here. */
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
      /** Where readers sign in; gets `state` and `return` in its query. */
      readonly loginUrl: string;
      readonly issuer: string;
      readonly audience: string;
      readonly algorithm: JwtAlgorithm;
      /** Where the keys are; absent = the key is in the environment. */
      readonly jwksUrl?: string;
      readonly groupsClaim: string;
    };

/** What a token may be signed with. `none` is not among them, and the one configured is the only one accepted (RFC 8725 §3.1). */
export type JwtAlgorithm = 'EdDSA' | 'RS256' | 'ES256' | 'HS256';
