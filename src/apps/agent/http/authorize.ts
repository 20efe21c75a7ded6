/** Authorizes requests by API key. Checks the header, the key, its networks, its scope and its projects, in this order. */
import type { IncomingMessage } from 'node:http';
import { type Project, projectId } from '../../../model/agent/project.ts';
import type { RecordRow } from '../../../platform/store/jobs.ts';
import type { Store } from '../../../platform/store/store.ts';
import { isJobId } from '../jobs/job-id.ts';
import { allowsAddress, authorizeKey, coversProject, type KeyInfo, type Scope, verifyKey } from '../keys/keys.ts';
import { refusals } from './problem.ts';

/** What authorization needs: the store with the keys, and the function that determines the client's address. */
export interface AuthContext {
  readonly store: Store;
  readonly clientAddress: (request: IncomingMessage) => string;
}

/** The key, project and job that an authorized request may use. */
export interface Authorized {
  readonly key: KeyInfo;
  readonly project: Project;
  /** The job that the path names; undefined when the project has no such job. */
  readonly job: RecordRow | undefined;
}

/**
 * Throws a `Refusal` when the request is not authorized. A project that the key does not cover gets the same response, after the
 * same time, as one that does not exist.
 * @param wantedJob the job id from the path; empty when the path has none.
 */
export async function authorize(
  request: IncomingMessage,
  scope: Scope,
  wantedProject: string,
  wantedJob: string,
  { store, clientAddress }: AuthContext,
): Promise<Authorized> {
  const isProject = projectId.safeParse(wantedProject).success;
  const token = bearer(request);
  const admitted =
    token === undefined ? undefined : await authorizeKey(store, token, isProject ? wantedProject : '', isJobId(wantedJob) ? wantedJob : '');
  const key = checkKey(admitted?.key, clientAddress(request), [scope]);
  if (!admitted?.project || !isProject || !coversProject(key, wantedProject)) throw refusals.notFound();
  return { key, project: admitted.project, job: admitted.job };
}

/** Returns the key of a request. Throws a `Refusal` when the key is invalid or has none of the scopes. */
export async function authenticate(
  request: IncomingMessage,
  scopes: readonly Scope[],
  { store, clientAddress }: AuthContext,
): Promise<KeyInfo> {
  const token = bearer(request);
  return checkKey(token === undefined ? undefined : await verifyKey(store, token), clientAddress(request), scopes);
}

function checkKey(key: KeyInfo | undefined, address: string, scopes: readonly Scope[]): KeyInfo {
  if (!key) throw refusals.unauthorized();
  if (!allowsAddress(key, address)) throw refusals.addressNotAllowed();
  if (!scopes.some((scope) => key.scopes.includes(scope))) throw refusals.insufficientScope(scopes[0] ?? '');
  return key;
}

function bearer(request: IncomingMessage): string | undefined {
  // Of two fields, Node keeps the first, and a proxy in front may have used the second. So only a single field is accepted.
  const fields = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization');
  if (fields.length !== 1) return undefined;
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
