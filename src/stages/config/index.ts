/** Entry point of this module. */
export { configStatus, loadConfig, readStrictValue, readWrittenConfig } from './load-config.ts';
export { migrateMintJson } from './migrate/migrate.ts';
export { normalisePage, parsePageEntry } from './page-entry.ts';
