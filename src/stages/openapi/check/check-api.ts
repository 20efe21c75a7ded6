import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { FileSystem } from '../../../model/file-system.ts';
import { defaultLimits, loadApi } from '../read/load-api.ts';
import type { RefLimits } from '../read/ref-resolver.ts';
import { locateProblems } from '../read/spec-problem.ts';
import { asyncapi2, asyncapi3 } from './asyncapi-rules.ts';
import { checkAsyncApi } from './check-asyncapi.ts';
import { checkOpenApi } from './check-openapi.ts';
import { checkStructure } from './check-structure.ts';
import { openapi2, openapi3 } from './openapi-rules.ts';
import { checkTogether } from './schemas/check-together.ts';

/** Default `limits`: file size, nesting depth, and length of reference chains. */
export interface CheckApiInput {
  readonly files: FileSystem;
  /** Project path. */
  readonly source: string;
  readonly limits?: RefLimits;
  /**
   * Severity of what a build reports too: files and references that cannot be read. Default: `error`; for a site it is
   * `warning`, as in a build, which makes the pages without that part.
   */
  readonly severity?: 'error' | 'warning';
}

/**
 * `openapi-check`: all problems of an OpenAPI or AsyncAPI description and its referenced files, with location and fix.
 * First the problems of loading, then all others by file and position.
 */
export function checkApi({ files, source, limits = defaultLimits, severity = 'error' }: CheckApiInput): Diagnostic[] {
  const { value: document, diagnostics } = loadApi({ files, source, limits, severity });
  if (document === undefined) return [...diagnostics];
  const rules =
    document.kind === 'openapi' ? (document.version === '2.0' ? openapi2 : openapi3) : document.version === '2' ? asyncapi2 : asyncapi3;
  const structure = checkStructure(document, rules);
  const meaning = document.kind === 'openapi' ? checkOpenApi(document, structure) : checkAsyncApi(document, structure);
  const problems = locateProblems([
    ...structure.problems,
    ...meaning,
    ...checkTogether(document, structure.schemas),
    ...document.refs.takeAllProblems(),
  ]);
  return [...diagnostics, ...problems];
}
