/** Who asks, and whether they may: the header, the key, its networks, its scope and its projects, in this order. */
import type { IncomingMessage } from 'node:http';
import { type Project, projectId } from '../../../model/agent/project.ts';
import type { RecordRow } from '../../../platform/store/jobs.ts';
import type { Store } from '../../../platform/store/store.ts';
import { isJobId } from '../jobs/job-id.ts';
import { acceptedKey, admit, allowsAddress, coversProject, type KeyFacts, type Scope } from '../keys/keys.ts';
import { refusals } from './problem.ts';

/** Whom is asked about a key, and who says where a request comes from. */
export interface Asked {
  readonly store: Store;
  readonly clientAddress: (request: IncomingMessage) => string;
}

/** What a call may work with. */
export interface Authorized {
  readonly key: KeyFacts;
  readonly project: Project;
  /** The job that the path names, when it is one of the project. */
  readonly job: RecordRow | undefined;
}

/**
 * Throws a refusal. A project that the key does not cover is refused exactly like one that does not exist, and as fast.
 * @param wantedJob as the path has it; empty where it has none.
 */
export async function authorize(
  request: IncomingMessage,
  scope: Scope,
  wantedProject: string,
  wantedJob: string,
  { store, clientAddress }: Asked,
): Promise<Authorized> {
  const isProject = projectId.safeParse(wantedProject).success;
  const text = bearer(request);
  const found =
    text === undefined ? undefined : await admit(store, text, isProject ? wantedProject : '', isJobId(wantedJob) ? wantedJob : '');
  const key = judged(found?.key, clientAddress(request), [scope]);
  if (!found?.project || !isProject || !coversProject(key, wantedProject)) throw refusals.notFound();
  return { key, project: found.project, job: found.job };
}

/** The key of a request, when it is one and has one of the scopes. */
export async function authenticate(request: IncomingMessage, scopes: readonly Scope[], { store, clientAddress }: Asked): Promise<KeyFacts> {
  const text = bearer(request);
  return judged(text === undefined ? undefined : await acceptedKey(store, text), clientAddress(request), scopes);
}

function judged(key: KeyFacts | undefined, address: string, scopes: readonly Scope[]): KeyFacts {
  if (!key) throw refusals.unauthorized();
  if (!allowsAddress(key, address)) throw refusals.addressNotAllowed();
  if (!scopes.some((scope) => key.scopes.includes(scope))) throw refusals.insufficientScope(scopes[0] ?? '');
  return key;
}

function bearer(request: IncomingMessage): string | undefined {
  // Node keeps the first of two headers; a proxy before us may have read the second.
  const fields = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization');
  if (fields.length !== 1) return undefined;
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
