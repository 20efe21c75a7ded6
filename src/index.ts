/**
 * docsgen as a library: what its commands make of a project.
 *
 *   import { buildSite } from 'docsgen';
 *   const { status, diagnostics } = await buildSite({ dir: 'docs', outDir: 'site' });
 */
export { type DevEvent, type DevServer, type DevServerOptions, type DevServerResult, startDevServer } from './apps/dev/dev-server.ts';
export type {
  BuiltPageInfo,
  BuiltSiteInfo,
  CompiledPageInfo,
  CustomOutput,
  DocsgenConfig,
  FrontMatterChange,
  HeadingInfo,
  NewPage,
  PageFindings,
  PageInfo,
  PageProblem,
  SiteChanges,
  SiteInfo,
} from './model/site-hooks.ts';
export { defineConfig } from './model/site-hooks.ts';
export type {
  BuildOptions,
  BuildResult,
  BuildStatus,
  BuildSummary,
  Diagnostic,
  Result,
  Severity,
  SourceLocation,
} from './project/build/build-site.ts';
export { buildSite } from './project/build/build-site.ts';
export { type ExportOptions, type ExportResult, exportSite } from './project/build/export-site.ts';
export type { Progress, Stage } from './project/build/progress.ts';
export type { CheckOptions, CheckResult } from './project/check/check-project.ts';
export { checkProject } from './project/check/check-project.ts';
export { createProject } from './project/refactor/create-project.ts';
export { migrateProject } from './project/refactor/migrate-project.ts';
export type { RenameOptions, RenameResult } from './project/refactor/rename-project.ts';
export { renameInProject } from './project/refactor/rename-project.ts';
