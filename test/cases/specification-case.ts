/** One API description and the verdict of the format's own tool on it, held against our check. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import { repository } from '../harness/cli.ts';
import type { Outcome, SpecificationCase } from './case-file.ts';

/** Faults that we tell and that tool does not: each makes an operation that no reader could call. */
const problemsOnlyHere = new Set(['openapi/path-conflict', 'openapi/path-param', 'openapi/duplicate-operation-id', 'openapi/ref-cycle']);

/** What that tool refuses and we build: other versions, AsyncAPI, references to files of the project. */
function isBuiltHere(text: string): boolean {
  return /["']?(?:swagger|asyncapi)["']?\s*:|["']?openapi["']?\s*:\s*["']?3\.2\.|["']?\$ref["']?\s*:\s*["'](?!#)/.test(text);
}

type Judge = (entry: SpecificationCase) => readonly Diagnostic[];
let judge: Promise<Judge> | undefined;

/** The built package reads the description, so that `npm run cases` needs no TypeScript loader. */
async function loadJudge(): Promise<Judge> {
  const built = (path: string) => import(pathToFileURL(join(repository, 'dist', path)).href);
  const { memory } = await built('platform/files/memory.js');
  const { checkApi } = await built('stages/openapi/check/check-api.js');
  return ({ file, text }) => checkApi({ files: memory({ [file]: text, 'present.json': '{"type":"string"}' }), source: file });
}

export async function runSpecificationCase(entry: SpecificationCase): Promise<Outcome> {
  judge ??= loadJudge();
  const { name } = entry;
  const errors = (await judge)(entry).filter((found) => found.severity === 'error');
  const isValid = entry.mintlify_verdict === 'valid';
  if ((errors.length === 0) === isValid) return { name, status: 'passed' };
  if (errors.length === 0) {
    return isBuiltHere(entry.text) ? { name, status: 'passed' } : { name, status: 'failed', reason: 'accepted, although it is invalid' };
  }
  if (errors.every((error) => problemsOnlyHere.has(error.code))) return { name, status: 'passed' };
  const reported = errors.map((error) => `${error.code} ${error.message}`).join('; ');
  return { name, status: 'failed', reason: `refused, although it is valid: ${reported}` };
}
