/** Entry point of this module. */
export type { ValidConfigs } from './load-config.ts';
export { configStatus, loadConfig, readStrictValue, readWrittenConfig } from './load-config.ts';
export { migrateMintJson } from './migrate/migrate.ts';
export { normalisePage, parsePageEntry } from './page-entry.ts';
