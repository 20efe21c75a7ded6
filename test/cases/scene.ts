/** The folder that a case is played in: a project, a place outside it that must stay unread, and a site built before. */
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CliOptions, type CliOutcome, runCli } from '../harness/cli.ts';
import { docsJson, type Files, hashTree, removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';
import { kept } from './kept.ts';

/** What stands in the environment and outside the root; must be in no output of ours, ever. */
export const secretCanary = 'canary-7d1f0c-environment';
export const outsideCanary = 'canary-93be2a-outside';

export interface Scene {
  /** Holds everything; its path must never be printed. */
  readonly folder: string;
  readonly project: string;
  /** Where the case builds to, beside the project; holds an earlier site. */
  readonly out: string;
  /** Hash of `out` before the run. */
  readonly before: string;
  run(args: readonly string[], options?: Partial<CliOptions>): Promise<CliOutcome>;
  close(): void;
}

/** One small site: what "unchanged" is compared with. */
const earlierSite = kept(
  async () => {
    const folder = temporaryFolder('earlier');
    writeProject(join(folder, 'project'), {
      'docs.json': docsJson({ pages: ['index'] }),
      'index.mdx': '---\ntitle: Earlier\n---\n\nBuilt before.\n',
    });
    const outcome = await runCli(['build', '--out', '../site'], { cwd: join(folder, 'project') });
    if (outcome.exit !== 0) throw new Error(`the smallest site does not build:\n${outcome.stdout}${outcome.stderr}`);
    return join(folder, 'site');
  },
  (site) => removeFolder(dirname(site)),
);

/** A project with `files`, and beside it the site of an earlier build (unless `fresh`) and files that no build may read. */
export async function openScene(files: Files, options: { readonly fresh?: boolean } = {}): Promise<Scene> {
  const folder = temporaryFolder('case');
  const project = join(folder, 'work', 'project');
  const out = join(folder, 'work', 'site');
  mkdirSync(project, { recursive: true });
  writeProject(project, files);
  writeProject(join(folder, 'work'), {
    'outside/secret.mdx': outsideCanary,
    'outside.mdx': outsideCanary,
    'secret.yaml': `# ${outsideCanary}\nopenapi: 3.0.0\ninfo: {title: ${outsideCanary}, version: "1"}\npaths: {}\n`,
    'private/photo.png': outsideCanary,
  });
  writeProject(folder, { 'outside.mdx': outsideCanary, 'private/photo.png': outsideCanary });
  if (!options.fresh) cpSync(await earlierSite(), out, { recursive: true });
  return {
    folder,
    project,
    out,
    before: hashTree(out),
    run: (args, runOptions = {}) =>
      runCli(args, { cwd: project, ...runOptions, env: { SECRET_CANARY: secretCanary, DOCSGEN_CACHE: undefined, ...runOptions.env } }),
    close: () => removeFolder(folder),
  };
}
