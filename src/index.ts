/**
 * docsgen as a library: what its commands make of a project.
 *
 *   import { buildSite } from 'docsgen';
 *   const { status, diagnostics } = await buildSite({ dir: 'docs', outDir: 'site' });
 */
export { type DevEvent, type DevServer, type DevServerOptions, type DevServerResult, startDevServer } from './dev/dev-server.ts';
export type {
  BuildOptions,
  BuildResult,
  BuildStatus,
  BuildSummary,
  Diagnostic,
  Result,
  Severity,
  SourceLocation,
} from './site/build-site.ts';
export { buildSite } from './site/build-site.ts';
export type { CheckOptions, CheckResult } from './site/check-project.ts';
export { checkProject } from './site/check-project.ts';
export { createProject } from './site/create-project.ts';
export { type ExportOptions, type ExportResult, exportSite } from './site/export-site.ts';
export { migrateProject } from './site/migrate-project.ts';
export type { Progress, Stage } from './site/progress.ts';
export type { RenameOptions, RenameResult } from './site/rename-project.ts';
export { renameInProject } from './site/rename-project.ts';
