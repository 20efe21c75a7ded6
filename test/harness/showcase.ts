/** Builds `fixtures/showcase`, a site with every part of a page, in one theme and serves it. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ThemeName } from '../../src/model/site-config.ts';
import { buildSite } from '../../src/project/build/build-site.ts';
import { serveFolder } from './serve-folder.ts';

export const themes: readonly ThemeName[] = ['mint', 'maple', 'palm', 'willow', 'linden', 'almond', 'aspen', 'sequoia', 'luma'];

/**
 * `work`: a temporary folder that the caller deletes. `settings` override those of docs.json. `addedPages`: number of
 * empty pages in addition.
 */
export async function serveShowcase(
  theme: ThemeName,
  work: string,
  settings: Readonly<Record<string, unknown>> = {},
  { addedPages = 0 } = {},
) {
  const project = join(work, theme);
  cpSync(join(import.meta.dirname, '../../fixtures/showcase'), project, { recursive: true });
  const docs = JSON.parse(readFileSync(join(project, 'docs.json'), 'utf8'));
  writeFileSync(join(project, 'docs.json'), JSON.stringify({ ...docs, theme, ...settings }));
  for (let index = 0; index < addedPages; index++) writeFileSync(join(project, `added-${index}.mdx`), `---\ntitle: Added ${index}\n---\n`);
  const { status, diagnostics } = await buildSite({ dir: project, outDir: `${project}-site`, cacheDir: join(work, 'cache') });
  if (status !== 'built') throw new Error(`the showcase was not built: ${diagnostics.map(({ message }) => message).join('; ')}`);
  return serveFolder(`${project}-site`);
}
