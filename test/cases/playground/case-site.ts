/** One site with a page for every operation of the cases, built by the command line and served on 127.0.0.1. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../../harness/cli.ts';
import type { EchoServer } from '../../harness/echo-server.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import { serveFolder } from '../../harness/serve-folder.ts';
import { descriptionOf, type PlaygroundCase } from './playground-case.ts';

export interface CaseSite {
  readonly origin: string;
  /** Where the built files lie. */
  readonly folder: string;
  /** The page of a case; `other` is the second operation of its description. */
  page(id: string, isOther?: boolean): string;
  close(): Promise<void>;
}

/** `more`: other keys of docs.json. */
export async function caseSite(
  cases: readonly PlaygroundCase[],
  echo: EchoServer,
  more: Readonly<Record<string, unknown>> = {},
): Promise<CaseSite> {
  const folder = temporaryFolder('playground');
  const groups = cases.map(({ id, asyncapi }) => ({
    group: id,
    [asyncapi ? 'asyncapi' : 'openapi']: { source: `api/${id}.json`, directory: id },
  }));
  writeProject(folder, {
    'docs.json': docsJson({ groups: [{ group: 'Cases', pages: ['index'] }, ...groups] }, more),
    'index.mdx': '---\ntitle: Cases\n---\n',
    ...Object.fromEntries(cases.map((entry) => [`api/${entry.id}.json`, JSON.stringify(descriptionOf(entry, echo.origin, echo.host))])),
  });
  const build = await runCli(['build', '.', '--out', 'out'], { cwd: folder, timeoutMs: 120_000 });
  if (build.exit !== 0) throw new Error(`the site of the cases does not build:\n${build.stderr}`);
  const out = join(folder, 'out');
  const pages = pagesOf(out);
  const server = await serveFolder(out);
  return {
    origin: server.origin,
    folder: out,
    page(id, isOther = false) {
      const path = pages.find((page) => page.startsWith(`${id}/`) && page.endsWith('-other') === isOther);
      if (path === undefined) throw new Error(`${id} has no page`);
      return `${server.origin}/${path}`;
    },
    async close() {
      await server.close();
      removeFolder(folder);
    },
  };
}

/** Paths of pages, without `index.html`. */
function pagesOf(out: string): string[] {
  return readdirSync(out, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('/index.html') && readFileSync(join(out, path), 'utf8').includes('<main'))
    .map((path) => path.slice(0, -'/index.html'.length))
    .sort();
}
