/** A site for the language server: pages, snippets, a `$ref` and an API description. */
import { join } from 'node:path';
import { EditedProject } from '../../../src/apps/language-server/edited-project.ts';
import type { EditedDocument, ProjectView } from '../../../src/apps/language-server/project-view.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import { type Files, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

const openapi = {
  openapi: '3.1.0',
  info: { title: 'Users', version: '1' },
  paths: {
    '/users': {
      get: { summary: 'List users', description: 'All of them.', responses: { 200: { description: 'OK' } } },
      post: { summary: 'Create a user', responses: { 201: { description: 'Created' } } },
    },
    '/teams': { get: { summary: 'List teams', responses: { 200: { description: 'OK' } } } },
  },
};

export const site: Files = {
  'docs.json': `{
  "theme": "mint",
  "name": "Test",
  "colors": { "primary": "#16a34a" },
  "icons": { "library": "lucide" },
  "navigation": {
    "groups": [
      { "group": "Start", "icon": "rocket", "pages": ["index", "guides/start", "guides/deep/end"] },
      { "group": "API", "openapi": "api/users.json", "pages": ["GET /users", "POST /users"] },
      { "$ref": "./nav/more.json" }
    ]
  }
}
`,
  'nav/more.json': '{ "group": "More", "pages": ["more"] }\n',
  'api/users.json': `${JSON.stringify(openapi, undefined, 2)}\n`,
  'index.mdx': `---
title: Home
description: Where it starts.
---

import Note2 from '/snippets/note.mdx';
import { Box } from '/snippets/box.jsx';

[Start](/guides/start) and [Set up](/guides/start#set-up), see [below](#more-words).

<Note2 />

## More words

<Card title="Go on" icon="rocket" href="/guides/deep/end">Words</Card>
`,
  'guides/start.mdx':
    '---\ntitle: Start here\ndescription: The first steps.\n---\n\n## Set up\n\n[Home](/) and [end](./deep/end)\n\n### Inside\n\nWords.\n\n## Last\n',
  'guides/deep/end.mdx': '---\ntitle: The end\n---\n\nSee [start](../start) and [list](/api-reference/list-users).\n',
  'more.mdx': '---\ntitle: More\nopenapi-schema: None\n---\n\nWords.\n',
  'written.mdx': '---\ntitle: Written\nopenapi: GET /teams\nhidden: true\n---\n\nWords.\n',
  'snippets/note.mdx': 'A note with a [link](/guides/start).\n',
  'snippets/box.jsx': 'export const Box = ({ children }) => <div>{children}</div>;\n',
  'images/a.png': Buffer.from(
    '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360f8cf500f0003860180a03c4f480000000049454e44ae426082',
    'hex',
  ),
};

export interface EditedSite {
  readonly dir: string;
  readonly project: EditedProject;
  readonly published: Map<string, readonly Diagnostic[]>;
  view(): Promise<ProjectView>;
  close(): Promise<void>;
}

/** The site on disk with an open project. */
export async function openSite(files: Files = site): Promise<EditedSite> {
  const folder = temporaryFolder('language-server');
  const dir = join(folder, 'site');
  writeProject(dir, files);
  const published = new Map<string, readonly Diagnostic[]>();
  const errors: unknown[] = [];
  const project = new EditedProject({
    usePlugins: false,
    dir,
    publish: (file, diagnostics) => published.set(file, diagnostics),
    onError: (error) => errors.push(error),
  });
  await project.settled();
  return {
    dir,
    project,
    published,
    async view() {
      const view = await project.view();
      if (view === undefined) throw new Error('no view');
      return view;
    },
    async close() {
      await project.close();
      removeFolder(folder);
      if (errors.length > 0) throw errors[0];
    },
  };
}

/** A document whose text has a `▮` at the offset. */
export function marked(file: string, text: string): { readonly document: EditedDocument; readonly offset: number } {
  const offset = text.indexOf('▮');
  if (offset === -1) throw new Error('no ▮ in the text');
  return { document: { file, text: text.replace('▮', '') }, offset };
}
