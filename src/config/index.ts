/** The door of this room. */
export { configVerdict, loadConfig } from './load-config.ts';
export { migrateMintJson } from './migrate.ts';
