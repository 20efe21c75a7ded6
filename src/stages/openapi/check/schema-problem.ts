import type { ApiArea, ApiSeverity } from '../errors.ts';
import type { SpecNode } from '../read/spec-node.ts';
import type { SpecProblem } from '../read/spec-problem.ts';
import { schemaProblem } from './errors.ts';

interface ProblemDetails {
  readonly hint?: string | undefined;
  /** Default: `error`. */
  readonly severity?: ApiSeverity;
  /** Locates the problem at the key instead of the value. */
  readonly atKey?: boolean;
}

/** `openapi/schema` or `asyncapi/schema` for a node of a description. */
export function problemAt(
  area: ApiArea,
  { file, pointer }: Pick<SpecNode, 'file' | 'pointer'>,
  message: string,
  { hint, severity = 'error', atKey = false }: ProblemDetails,
): SpecProblem {
  const details = { message, severity, ...(hint !== undefined && { hint }) };
  return { file, at: atKey ? `key:${pointer}` : pointer, say: (location) => schemaProblem(area, location, pointer, details) };
}
