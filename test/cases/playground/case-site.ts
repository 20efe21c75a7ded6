/** One site with a page for every operation of the cases, as static files on 127.0.0.1. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repository } from '../../harness/cli.ts';
import type { EchoServer } from '../../harness/echo-server.ts';
import { removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import { serveFolder } from '../../harness/serve-folder.ts';
import { type Any, descriptionOf, type PlaygroundCase } from './playground-case.ts';

export interface CaseSite {
  readonly origin: string;
  /** The page of a case; `other` is the second operation of its description. */
  page(id: string, isOther?: boolean): string;
  close(): Promise<void>;
}

export async function caseSite(cases: readonly PlaygroundCase[], echo: EchoServer): Promise<CaseSite> {
  const built = (path: string): Promise<Any> => import(pathToFileURL(join(repository, 'dist', path)).href);
  const { memory } = await built('files/memory.js');
  const { loadApi } = await built('apis/load-api.js');
  const { operationsOf } = await built('apis/operations.js');
  const { describeEndpoint } = await built('apis/describe-endpoint.js');
  const { playgroundData, playgroundOrigins } = await built('render/playground-data.js');
  const { PlaygroundSlot } = await built('render/components/api/playground.js');
  const { contentSecurityPolicy } = await built('render/security-policy.js');
  const { ownFile, ownFiles } = await built('render/package-files.js');
  const { renderToString } = await import('preact-render-to-string');
  const { h } = await import('preact');
  const css =
    `@layer tokens, base, components, layout, theme, utilities;\n` +
    ownFiles('templates/base')
      .filter((name: string) => name.endsWith('.css'))
      .map((name: string) => ownFile(`templates/base/${name}`).toString())
      .join('\n');

  const folder = temporaryFolder('playground');
  const files: Record<string, string> = {
    'playground.js': ownFile('dist/client/playground.js').toString(),
    'site.css': css,
    'index.html': '<!doctype html><title>Cases</title>',
  };
  for (const entry of cases) {
    const source = `${entry.id}.json`;
    const project = memory({ [source]: JSON.stringify(descriptionOf(entry, echo.origin, echo.host)) });
    const { value: document, diagnostics } = loadApi({ files: project, source });
    if (!document) throw new Error(`${entry.id}: ${JSON.stringify(diagnostics)}`);
    for (const operation of operationsOf(document)) {
      const view = describeEndpoint(document, operation).value;
      const settings = { display: 'interactive', languages: ['bash', 'javascript', 'python'], prefill: false, credentials: false };
      const data = playgroundData(view, settings);
      const policy = contentSecurityPolicy({
        inlineScripts: [],
        inlineStyles: [],
        scriptOrigins: [],
        frameOrigins: [],
        fontOrigins: [],
        connectOrigins: data ? playgroundOrigins(data) : [],
        writesHtml: false,
      });
      const isOther = operation.ref.title.endsWith(' other');
      files[`${entry.id}${isOther ? '-other' : ''}/index.html`] =
        `<!doctype html><html lang="en" class="js"><head><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${entry.id}</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/site.css"><script type="module" src="/playground.js"></script></head>
<body><main><h1>${entry.id}</h1>${data ? renderToString(h(PlaygroundSlot, { data })) : ''}</main></body></html>`;
    }
  }
  writeProject(folder, files);
  const server = await serveFolder(folder);
  return {
    origin: server.origin,
    page: (id, isOther = false) => `${server.origin}/${id}${isOther ? '-other' : ''}`,
    async close() {
      await server.close();
      removeFolder(folder);
    },
  };
}
