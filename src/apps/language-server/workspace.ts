/** The projects of the workspace folders: finds the docs.json that a document belongs to. */
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { EditedProject, type EditedProjectOptions } from './edited-project.ts';
import { pathOfUri, projectPathOf } from './project-view.ts';

/** A document and its project. */
export interface OwnedFile {
  readonly project: EditedProject;
  /** Project path. */
  readonly file: string;
}

/** As for a project. */
export interface WorkspaceOptions {
  /** `dir` is the folder of the project. */
  readonly publish: (dir: string, file: string, diagnostics: readonly Diagnostic[]) => void;
  readonly onError: EditedProjectOptions['onError'];
  readonly usePlugins: boolean;
}

const configNames = ['docs.json', 'mint.json'];
/** How deep below a workspace folder projects are searched, and how many are opened before a document is. */
const searchDepth = 2;
const maxOpened = 3;

/** Never looks outside of the workspace folders. */
export class Workspace {
  readonly #options: WorkspaceOptions;
  readonly #projects = new Map<string, EditedProject>();
  #folders: readonly string[] = [];

  constructor(options: WorkspaceOptions) {
    this.#options = options;
  }

  /** Replaces the folders; URIs that are not files are ignored. Projects outside of all folders are closed. */
  async setFolders(uris: readonly string[]): Promise<void> {
    this.#folders = uris.flatMap((uri) => pathOfUri(uri)?.replace(/(?<=.)[\\/]+$/, '') ?? []);
    for (const [dir, project] of [...this.#projects]) {
      if (this.#folderOf(dir) !== undefined) continue;
      this.#projects.delete(dir);
      await project.close();
    }
  }

  /** Opens the projects near the top of the folders. */
  openAll(): EditedProject[] {
    const found = this.#folders.flatMap((folder) => projectsBelow(folder, searchDepth)).slice(0, maxOpened);
    for (const dir of found) this.#project(dir);
    return this.projects;
  }

  get projects(): EditedProject[] {
    return [...this.#projects.values()];
  }

  /** Undefined for a document that belongs to no project in the workspace. */
  fileOf(uri: string): OwnedFile | undefined {
    const path = pathOfUri(uri);
    const folder = path === undefined ? undefined : this.#folderOf(path);
    if (path === undefined || folder === undefined) return undefined;
    for (let dir = dirname(path); ; dir = dirname(dir)) {
      const file = projectPathOf(dir, path);
      if (file !== undefined && isProject(dir)) return isReallyIn(folder, dir) ? { project: this.#project(dir), file } : undefined;
      if (dir === folder || dirname(dir) === dir) return undefined;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.projects.map((project) => project.close()));
    this.#projects.clear();
  }

  #folderOf(path: string): string | undefined {
    return this.#folders.find((folder) => path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep));
  }

  #project(dir: string): EditedProject {
    let project = this.#projects.get(dir);
    if (project === undefined) {
      const { publish, onError, usePlugins } = this.#options;
      project = new EditedProject({ dir, usePlugins, publish: (file, diagnostics) => publish(dir, file, diagnostics), onError });
      this.#projects.set(dir, project);
      project.open().catch(onError);
    }
    return project;
  }
}

/** Whether no link on the way leads out of the workspace folder. */
function isReallyIn(folder: string, dir: string): boolean {
  const [outer, inner] = [folder, dir].map((path) => realpathSync.native(path)) as [string, string];
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

function isProject(dir: string): boolean {
  return configNames.some((name) => existsSync(join(dir, name)));
}

function projectsBelow(folder: string, depth: number): string[] {
  if (isProject(folder)) return [folder];
  if (depth === 0) return [];
  try {
    const children = readdirSync(folder, { withFileTypes: true });
    return children.flatMap((child) =>
      child.isDirectory() && !child.name.startsWith('.') && child.name !== 'node_modules'
        ? projectsBelow(join(folder, child.name), depth - 1)
        : [],
    );
  } catch {
    return [];
  }
}
