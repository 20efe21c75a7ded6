/** Packages of the project's own `node_modules`. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openProject } from '../../../../src/platform/files/disk.ts';
import { removeFolder, temporaryFolder, writeProject } from '../../../harness/project.ts';
import { evaluatorFor, program, words } from './program.ts';

const folder = temporaryFolder();
const outside = temporaryFolder();
afterAll(() => {
  removeFolder(folder);
  removeFolder(outside);
});

test('an installed package is bundled and shares React; one that leads out of the project does not exist', async () => {
  const page =
    'import { twice, useTwice } from "lib";\nimport whole from "lib/whole.cjs";\nimport { secret } from "escaping";\nimport { gone } from "gone";\n' +
    'export const A = () => { const [n] = useTwice(4); return <b>{n}</b>; };\n' +
    'export default function (props) { return <>{twice(2)} {whole.name} <A/>[{secret}{gone}]</>; }';
  writeProject(folder, {
    'page.mdx': page,
    'node_modules/lib/package.json':
      '{"name":"lib","version":"1.0.0","type":"module","exports":{".":"./main.js","./whole.cjs":"./whole.cjs"}}',
    'node_modules/lib/main.js':
      'import { useState } from "react";\nimport "./style.css";\nexport const twice = (n) => 2 * n;\nexport const useTwice = (n) => useState(twice(n));',
    'node_modules/lib/style.css': 'b{color:red}',
    'node_modules/lib/whole.cjs': 'module.exports = { name: process.env.NODE_ENV };',
    'node_modules/escaping/package.json': '{"name":"escaping","version":"1.0.0","main":"main.js"}',
  });
  writeProject(outside, { 'secret.js': 'exports.secret = "SECRET";' });
  symlinkSync(join(outside, 'secret.js'), join(folder, 'node_modules/escaping/main.js'));

  const evaluator = evaluatorFor({}, { files: openProject(folder).value });
  const [evaluated] = await evaluator.evaluate([{ file: 'page.mdx', body: program(page) }]);
  const scripts = await evaluator.islandFiles();
  await evaluator.close();
  expect(evaluated?.html.replace(/<docs-island[^>]*>|<\/docs-island>/g, '')).toBe('4 production <b>8</b>[]');
  expect(evaluated && words(evaluated).map((text) => text.replace(/,.*/, ''))).toEqual([
    'warning mdx/import-missing page.mdx:3 imported package "escaping" is not installed in the project',
    'warning mdx/import-missing page.mdx:4 imported package "gone" is not installed in the project',
  ]);
  // One Preact, not a second one from the package.
  expect(scripts).toHaveLength(1);
});
