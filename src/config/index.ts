/** The door of this room. */
export { configVerdict, type LoadConfigOptions, loadConfig } from './load-config.ts';
export { type Migration, migrateMintJson } from './migrate.ts';
export { notYet } from './not-yet.ts';
