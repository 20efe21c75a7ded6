/**
 * The diagnostics catalogue: every code that docsgen reports. The type of codes, the tables of docs/reference/diagnostics.mdx
 * (`npm run generate`) and the rules in SARIF are derived from it. Codes are never renamed.
 */
import { apiChecks, apiDescriptions, sharedApiChecks, sharedApiDescriptions } from './api-descriptions.ts';
import { appearance } from './appearance.ts';
import { check } from './check.ts';
import { commandLine } from './command-line.ts';
import { configFile } from './config-file.ts';
import { configValues } from './config-values.ts';
import { devServer } from './dev-server.ts';
import type { Entries, Entry, Severity } from './entry.ts';
import { files } from './files.ts';
import { navigation } from './navigation.ts';
import { pageCode } from './page-code.ts';
import { pages } from './pages.ts';
import { plugins } from './plugins.ts';

/** The tables of the reference page, by the name in their markers. Problems of both API formats appear once, as `openapi/…`. */
export const tables = {
  'command-line': commandLine,
  'dev-server': devServer,
  'config-file': configFile,
  'config-values': configValues,
  navigation,
  pages,
  'page-code': pageCode,
  plugins,
  appearance,
  'api-descriptions': { ...apiDescriptions, ...withArea('openapi', sharedApiDescriptions) },
  'api-checks': { ...apiChecks, ...withArea('openapi', sharedApiChecks) },
  check,
  files,
} satisfies Readonly<Record<string, Entries>>;

/** All entries by code. */
export const catalogue = {
  ...commandLine,
  ...devServer,
  ...configFile,
  ...configValues,
  ...navigation,
  ...pages,
  ...pageCode,
  ...plugins,
  ...appearance,
  ...apiDescriptions,
  ...apiChecks,
  ...check,
  ...files,
  ...withArea('openapi', sharedApiDescriptions),
  ...withArea('openapi', sharedApiChecks),
  ...withArea('asyncapi', sharedApiDescriptions),
  ...withArea('asyncapi', sharedApiChecks),
};

/** A code of the catalogue. */
export type DiagnosticCode = keyof typeof catalogue;

/** The severities that a diagnostic with this code can have. */
export type SeverityOf<Code extends DiagnosticCode> = Code extends DiagnosticCode
  ? (typeof catalogue)[Code] extends { readonly severity: infer Default; readonly otherwise?: infer Others }
    ? Extract<Default | (Others extends readonly (infer Other)[] ? Other : never), Severity>
    : never
  : never;

/** The entry of a code. */
export function entryOf(code: DiagnosticCode): Entry {
  return catalogue[code];
}

type InArea<Area extends string, Shared> = { readonly [Name in keyof Shared & string as `${Area}/${Name}`]: Shared[Name] };

function withArea<Area extends 'openapi' | 'asyncapi', Shared extends Readonly<Record<string, Entry>>>(area: Area, shared: Shared) {
  return Object.fromEntries(Object.entries(shared).map(([name, entry]) => [`${area}/${name}`, entry])) as InArea<Area, Shared>;
}
