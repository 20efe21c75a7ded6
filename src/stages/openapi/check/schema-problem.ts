import type { ApiArea, ApiSeverity } from '../errors.ts';
import type { SpecNode } from '../read/spec-node.ts';
import type { SpecFault } from '../read/spec-problem.ts';
import { schemaFault } from './errors.ts';

interface FaultDetails {
  readonly hint?: string | undefined;
  /** Default: `error`. */
  readonly severity?: ApiSeverity;
  /** Points to the key instead of the value. */
  readonly atKey?: boolean;
}

/** `openapi/schema` or `asyncapi/schema` at a node of a description. */
export function faultAt(
  area: ApiArea,
  { file, pointer }: Pick<SpecNode, 'file' | 'pointer'>,
  message: string,
  { hint, severity = 'error', atKey = false }: FaultDetails,
): SpecFault {
  const details = { message, severity, ...(hint !== undefined && { hint }) };
  return { file, at: atKey ? `key:${pointer}` : pointer, say: (location) => schemaFault(area, location, pointer, details) };
}
