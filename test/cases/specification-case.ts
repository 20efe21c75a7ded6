/** One API description and the verdict of the format's own tool on it, compared with our check. */

import { memory } from '../../src/platform/files/memory.ts';
import { checkApi } from '../../src/stages/openapi/check/check-api.ts';
import type { Outcome, SpecificationCase } from './case-file.ts';
import { compareVerdicts } from './verdict.ts';

/** What that tool accepts and we refuse: each makes an operation that no reader could call. */
const stricterHere: ReadonlyMap<string, string> = new Map([
  ['openapi/path-conflict', 'no request can tell the two paths apart'],
  ['openapi/path-param', 'the path has a part that no parameter fills'],
  ['openapi/duplicate-operation-id', 'two operations have one id'],
  ['openapi/ref-cycle', 'a schema that is only itself describes nothing'],
]);

/** What that tool refuses and we build: other versions, AsyncAPI, references to files of the project. */
const builtHere = /["']?(?:swagger|asyncapi)["']?\s*:|["']?openapi["']?\s*:\s*["']?3\.2\.|["']?\$ref["']?\s*:\s*["'](?!#)/;

export function runSpecificationCase(entry: SpecificationCase): Outcome {
  const { file, text } = entry;
  const files = memory({ [file]: text, 'present.json': '{"type":"string"}' });
  const errors = checkApi({ files, source: file }).filter((found) => found.severity === 'error');
  return compareVerdicts(entry, errors, {
    stricter: stricterHere,
    ...(builtHere.test(text) && { wider: 'this version, AsyncAPI and references to other files are supported here' }),
  });
}
