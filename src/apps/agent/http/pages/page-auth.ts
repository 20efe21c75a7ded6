/** Authentication of the pages for people. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Project, projectId } from '../../../../model/agent/project.ts';
import type { LocalChange, LocalChanges } from '../../../../model/agent/run-turn.ts';
import { plainText } from '../../../../model/plain-text.ts';
import { fitted } from '../../../../model/shorten.ts';
import { isSameSecret } from '../../../../platform/http/secret.ts';
import { findJob } from '../../../../platform/store/jobs.ts';
import { findProject } from '../../../../platform/store/projects.ts';
import { jobOfBranch } from '../../jobs/job-id.ts';
import { coversProject, type KeyInfo } from '../../keys/keys.ts';
import { type AuthContext, authenticate } from '../authorize.ts';
import { Refusal, refusals } from '../problem.ts';
import { pageHeaders } from './frame.ts';
import { messagePage, signInPage } from './operator-pages.ts';
import { isOwnHost, isOwnOrigin } from './own-origin.ts';
import { readSession, type Session } from './session.ts';

/** The settings of authentication, and the URL at which the service expects requests. */
export interface OperatorAuthSettings extends AuthContext {
  readonly changes: LocalChanges;
  /** The URL at which browsers reach the service, without a trailing slash. */
  readonly publicUrl: string;
  /** Called for each refused attempt to merge, close or retry. */
  readonly refused: (entry: RefusedChange) => void;
}

/** The handler of a route. */
type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** The key of an authenticated client, and whether it is a browser or a program. */
export interface SignedInUser {
  readonly key: KeyInfo;
  /** CSRF token for the forms of a page; undefined for a program, which gets JSON. */
  readonly token: string | undefined;
}

/** A refused attempt, for the log. It contains no secrets. */
export interface RefusedChange {
  readonly action: 'merge' | 'close' | 'retry' | 'update';
  /** The project and the change or job, as written in the path. */
  readonly target: string;
  readonly reason: string;
  readonly address: string;
  /** ID of the key, if there was one. */
  readonly key?: string | undefined;
}

/** Wraps handlers so that they run only for authenticated clients. Others get the sign-in page or a refusal. */
export interface OperatorAuth {
  /** For any signed-in user. */
  requireSession(show: (request: FastifyRequest, reply: FastifyReply, session: Session) => Promise<FastifyReply>): RouteHandler;
  /** For signed-in users whose key has the scope `admin`. */
  requireOperator(show: (request: FastifyRequest, reply: FastifyReply, session: Session) => Promise<FastifyReply>): RouteHandler;
  /** For reading a change: signed-in users, and keys with the scope `read`, `merge` or `admin`, when they cover its project. */
  requireReader(
    show: (project: Project, change: LocalChange, reply: FastifyReply, visitor: SignedInUser) => Promise<FastifyReply>,
  ): RouteHandler;
  /** For merging, closing and retrying: signed-in users who submit a form of their session, and keys with the scope `merge`. */
  requireMerger(
    action: RefusedChange['action'],
    act: (request: FastifyRequest, reply: FastifyReply, visitor: SignedInUser) => Promise<FastifyReply>,
  ): RouteHandler;
}

/** Why a request is refused: `message` for the client, `reason` for the log. */
interface Refused {
  readonly status: 401 | 403 | 421;
  readonly title: string;
  readonly message: string;
  readonly reason: string;
  readonly key?: string | undefined;
}

const wrongHost: Refused = {
  status: 421,
  title: 'Wrong address',
  message: 'This service has a different host name.',
  reason: 'the request names another host',
};
const crossSiteForm: Refused = {
  status: 403,
  title: 'Not accepted',
  message: 'The form has expired or came from another site. Go back, reload the page and submit the form again.',
  reason: 'the form has no token of the session, or came from another site',
};
const notSignedIn: Refused = { status: 401, title: 'Sign in', message: '', reason: 'there is no key and no session' };

/**
 * The origin of a request never identifies a client: neither a loopback address nor the Origin header. The order of
 * the checks is fixed: a key; otherwise the Host, the session, the CSRF token of the form; and last the requested
 * action.
 */
export function createOperatorAuth(settings: OperatorAuthSettings): OperatorAuth {
  const isCrossSiteForm = (request: FastifyRequest, token: string) =>
    !isOwnOrigin(request, settings.publicUrl) || !isSameSecret(formField(request, 'token'), token);

  const signedIn = async (request: FastifyRequest): Promise<Session | Refused> => {
    if (!isOwnHost(request, settings.publicUrl)) return wrongHost;
    const session = await readSession(request, settings);
    if (!session) return notSignedIn;
    return request.method === 'POST' && isCrossSiteForm(request, session.token) ? { ...crossSiteForm, key: session.key.id } : session;
  };

  return {
    requireSession: (show) => async (request, reply) => {
      const session = await signedIn(request);
      return 'status' in session ? refuse(request, reply, session) : show(request, reply, session);
    },

    requireOperator: (show) => async (request, reply) => {
      const session = await signedIn(request);
      if ('status' in session) return refuse(request, reply, session);
      if (!session.key.scopes.includes('admin'))
        return sendPage(reply, 403, messagePage('Not allowed', 'This page requires a key with the scope admin.'));
      return show(request, reply, session);
    },

    requireReader: (show) => async (request, reply) => {
      const visitor: SignedInUser | Refused =
        request.headers.authorization === undefined
          ? await signedIn(request)
          : { key: await authenticate(request.raw, ['read', 'merge', 'admin'], settings), token: undefined };
      if ('status' in visitor) return refuse(request, reply, visitor);
      const change = await changeFor(request, visitor.key, settings);
      if (!change) return notFound(reply, visitor);
      return show(change.project, change.change, reply, visitor);
    },

    requireMerger: (action, act) => async (request, reply) => {
      const log = (reason: string, key?: string) => logRefused(settings, request, { action, reason, key });
      if (request.headers.authorization !== undefined) {
        try {
          const key = await authenticate(request.raw, ['merge'], settings);
          return await act(request, reply, { key, token: undefined });
        } catch (error) {
          if (error instanceof Refusal && [401, 403].includes(error.problem.status))
            log(error.problem.status === 401 ? 'the key is not valid' : error.problem.detail);
          throw error;
        }
      }
      const session = await signedIn(request);
      if (!('status' in session)) return act(request, reply, session);
      log(session.reason, session.key);
      if (!acceptsHtml(request)) throw session.status === 401 ? refusals.unauthorized() : refusals.forbidden(session.reason);
      return refuse(request, reply, session);
    },
  };
}

function refuse(request: FastifyRequest, reply: FastifyReply, { status, title, message }: Refused): FastifyReply {
  if (status === 401) return sendPage(reply, 401, signInPage({ next: pathOf(request) }));
  return sendPage(reply, status, messagePage(title, message));
}

function logRefused(
  settings: OperatorAuthSettings,
  request: FastifyRequest,
  { action, reason, key }: Pick<RefusedChange, 'action' | 'reason' | 'key'>,
): void {
  const { projectId = '', number, id } = request.params as Record<string, string | undefined>;
  const target = fitted(plainText(`${projectId}/${number ?? id ?? ''}`), 200);
  settings.refused({ action, target, reason, address: settings.clientAddress(request.raw), ...(key !== undefined && { key }) });
}

/** Whether the client is a browser, which accepts HTML. */
function acceptsHtml({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true;
}

function pathOf({ url, method }: FastifyRequest): string | undefined {
  return method === 'GET' ? url : undefined;
}

/** Returns the change that a path names, when the key covers its project, the project uses the host `local`, and a job of it made the change. */
export async function changeFor(
  request: FastifyRequest,
  key: KeyInfo,
  { store, changes }: OperatorAuthSettings,
): Promise<{ readonly project: Project; readonly change: LocalChange } | undefined> {
  const { projectId: wanted = '', number = '' } = request.params as { projectId?: string; number?: string };
  if (!projectId.safeParse(wanted).success || !coversProject(key, wanted) || !/^\d{1,9}$/.test(number)) return undefined;
  const project = await store.read((read) => findProject(read, wanted));
  if (project?.host !== 'local') return undefined;
  const change = await changes.read(project, Number(number));
  // Projects may share a repository, but not their changes.
  const jobId = change && jobOfBranch(change.branch);
  if (!change || jobId === undefined || !(await store.read((read) => findJob(read, wanted, jobId)))) return undefined;
  return { project, change };
}

/** Responds the same for changes that do not exist and for those that the key does not cover. */
export function notFound(reply: FastifyReply, { token }: SignedInUser, message = 'There is no such change.'): FastifyReply {
  if (token === undefined) throw refusals.notFound();
  return sendPage(reply, 404, messagePage('Not found', message));
}

/** Sends a page with `pageHeaders`. */
export function sendPage(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).headers(pageHeaders).type('text/html; charset=utf-8').send(text);
}

/** Returns a field of a submitted form; empty when the form has no field of that name. */
export function formField(request: FastifyRequest, name: string): string {
  return new URLSearchParams(typeof request.body === 'string' ? request.body : '').get(name) ?? '';
}
