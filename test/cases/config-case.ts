/** One configuration and the verdict of the other tool on it, held against our own reading of the same file. */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import { repository } from '../harness/cli.ts';
import type { ConfigCase, Outcome } from './case-file.ts';
import { refusedHere } from './differences.ts';

type Judge = (docsJson: string) => readonly Diagnostic[];
let judge: Promise<Judge> | undefined;

/** The built package reads the configuration, so that `npm run cases` needs no TypeScript loader. */
async function loadJudge(): Promise<Judge> {
  const built = (path: string) => import(pathToFileURL(join(repository, 'dist', path)).href);
  const { memory } = await built('platform/files/memory.js');
  const { loadConfig } = await built('stages/config/index.js');
  return (docsJson) => loadConfig({ files: memory({ 'docs.json': docsJson }) }).diagnostics;
}

export async function runConfigCase(entry: ConfigCase): Promise<Outcome> {
  judge ??= loadJudge();
  const found = (await judge)(JSON.stringify(entry.config, null, 2));
  const errors = found.filter((diagnostic) => diagnostic.severity === 'error');
  const accepted = errors.length === 0;
  const { name } = entry;
  if (accepted === (entry.mintlify_verdict === 'valid')) return { name, status: 'passed' };
  if (accepted) return { name, status: 'failed', reason: `accepted, although it is invalid (${entry.note ?? ''})` };
  if (errors.every((diagnostic) => refusedHere.has(diagnostic.code))) return { name, status: 'passed' };
  return {
    name,
    status: 'failed',
    reason: `refused, although it is valid: ${errors.map((error) => `${error.code} ${error.message}`).join('; ')}`,
  };
}
