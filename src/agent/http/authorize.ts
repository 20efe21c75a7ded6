/** Who asks, and whether they may: the header, the key, its networks, its scope and its projects, in this order. */
import type { IncomingMessage } from 'node:http';
import { acceptedKey, allowsAddress, coversProject, type KeyFacts, type Scope } from '../keys/keys.ts';
import { type Project, projectId } from '../project.ts';
import { findProject } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { refusals } from './problem.ts';

/** Throws a refusal. A project that the key does not cover is refused exactly like one that does not exist, and as fast. */
export async function authorize(
  request: IncomingMessage,
  scope: Scope,
  wantedProject: string,
  store: Store,
): Promise<{ readonly key: KeyFacts; readonly project: Project }> {
  const key = await authenticate(request, scope, store);
  if (!projectId.safeParse(wantedProject).success || !coversProject(key, wantedProject)) throw refusals.notFound();
  const project = await store.read((session) => findProject(session, wantedProject));
  if (!project) throw refusals.notFound();
  return { key, project };
}

/** The key of a request, when it is one and has the scope. */
export async function authenticate(request: IncomingMessage, scope: Scope, store: Store): Promise<KeyFacts> {
  const text = bearer(request);
  const key = text === undefined ? undefined : await acceptedKey(store, text);
  if (!key) throw refusals.unauthorized();
  if (!allowsAddress(key, request.socket.remoteAddress ?? '')) throw refusals.addressNotAllowed();
  if (!key.scopes.includes(scope)) throw refusals.insufficientScope(scope);
  return key;
}

function bearer(request: IncomingMessage): string | undefined {
  // Node keeps the first of two headers; a proxy before us may have read the second.
  const fields = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization');
  if (fields.length !== 1) return undefined;
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
