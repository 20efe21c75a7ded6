/** Plays one hostile input: by its recipe, by its inspection, or by what its text says. */
import { hashTree } from '../harness/project.ts';
import type { BadInputCase, Outcome } from './case-file.ts';
import { interpret } from './interpret.ts';
import { judge } from './judge.ts';
import { defaultArgs, type Inspection, type Recipe } from './recipe.ts';
import { agentInspections } from './recipes/agent-service.ts';
import { corpusInspections, corpusRecipes } from './recipes/api-corpora.ts';
import { apiRecipes } from './recipes/apis.ts';
import { configRecipes } from './recipes/config.ts';
import { playDevCase } from './recipes/dev.ts';
import { fileRecipes } from './recipes/files.ts';
import { pageRecipes } from './recipes/pages.ts';
import { playgroundInspections } from './recipes/playground.ts';
import { proxyInspections } from './recipes/proxy.ts';
import { serveInspections } from './recipes/serve.ts';
import { problemInspections } from './recipes/serve-faults.ts';
import { loadInspections } from './recipes/serve-load.ts';
import { socketInspections } from './recipes/sockets.ts';
import { staticInspections } from './recipes/static-site.ts';
import { supplyInspections } from './recipes/supply.ts';
import { openScene } from './scene.ts';

// biome-ignore format: one line
const areas = new Set(['agent', 'asyncapi', 'auth', 'config', 'dev', 'fs', 'git', 'leak', 'load', 'mdx', 'openapi', 'playground', 'static', 'supply']);
const recipes: ReadonlyMap<string, () => Recipe> = new Map([
  ...apiRecipes,
  ...corpusRecipes,
  ...configRecipes,
  ...fileRecipes,
  ...pageRecipes,
]);
const inspections: ReadonlyMap<string, Inspection> = new Map([
  ...agentInspections,
  ...corpusInspections,
  ...playgroundInspections,
  ...proxyInspections,
  ...problemInspections,
  ...loadInspections,
  ...serveInspections,
  ...socketInspections,
  ...staticInspections,
  ...supplyInspections,
]);

export async function runBadInput(entry: BadInputCase): Promise<Outcome> {
  const name = `${entry.id} ${entry.title}`;
  const skipped = (reason: string): Outcome => ({ name, status: 'skipped', reason });
  const verdict = (failures: readonly string[]): Outcome =>
    failures.length === 0 ? { name, status: 'passed' } : { name, status: 'failed', reason: failures.join('; ') };

  if (!areas.has(entry.area)) return skipped(`area ${entry.area} comes with a later version`);
  const inspect = inspections.get(entry.id);
  if (inspect) {
    const result = await inspect();
    return 'skipped' in result ? skipped(result.skipped) : verdict(result);
  }
  if (entry.area === 'dev') {
    const result = await playDevCase(entry);
    if (result === undefined) return skipped('the input is described in words that no recipe knows');
    return 'skipped' in result ? skipped(result.skipped) : verdict(result);
  }
  const recipe = recipes.get(entry.id)?.() ?? interpret(entry);
  if (!recipe) return skipped('the input is described in words that no recipe knows');

  const scene = await openScene(recipe.files, { fresh: recipe.fresh });
  try {
    const impossible = await recipe.prepare?.(scene);
    if (impossible) return skipped(impossible);
    const source = hashTree(scene.project, ownCache);
    const outcome = recipe.play ? await recipe.play(scene) : await scene.run(recipe.args ?? defaultArgs, { timeoutMs: timeLimit(entry) });
    const read = { ...entry, expect: { ...entry.expect, ...recipe.expect } };
    const failures = [...judge(read, scene, outcome), ...((await recipe.check?.(scene, outcome)) ?? [])];
    if (!recipe.writesProject && hashTree(scene.project, ownCache) !== source) failures.push('the project was changed');
    return verdict(failures);
  } finally {
    scene.close();
  }
}

/** The one place in a project that a build writes to. */
const ownCache = /^(?:\.docsgen|node_modules\/\.cache)\//;

/** 60 s unless the case names more. */
function timeLimit(entry: BadInputCase): number {
  const seconds = Math.max(60, ...[...(entry.expect.limits ?? '').matchAll(/([\d.]+)\s*s\b/g)].map((match) => Number(match[1])));
  return seconds * 2000;
}
