/** Who comes in to the pages for people. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Project, projectId } from '../../../../model/agent/project.ts';
import { plainText } from '../../../../model/plain-text.ts';
import { fitted } from '../../../../model/shorten.ts';
import { isSameSecret } from '../../../../platform/http/secret.ts';
import { findProject } from '../../../../platform/store/projects.ts';
import { coversProject, type KeyFacts } from '../../keys/keys.ts';
import { type Asked, authenticate } from '../authorize.ts';
import { Refusal, refusals } from '../problem.ts';
import { pageHeaders } from './frame.ts';
import { messagePage, signInPage } from './operator-pages.ts';
import { isOwnHost, isOwnOrigin } from './own-origin.ts';
import { readSession, type Session } from './session.ts';

/** What it takes to know who asks, and under which address the service is meant to be asked. */
export interface OperatorAuthSettings extends Asked {
  /** Where browsers reach the service, without a slash at the end. */
  readonly publicUrl: string;
  /** Told of each refused attempt to merge, close or retry. */
  readonly refused: (entry: RefusedChange) => void;
}

/** What a route does with a request. */
type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Who may do what is asked, and how they are answered. */
export interface Visitor {
  readonly key: KeyFacts;
  /** For the forms of a page; undefined for a program, which is answered in JSON. */
  readonly token: string | undefined;
}

/** What was refused, for the log: nothing here is secret. */
export interface RefusedChange {
  readonly action: 'merge' | 'close' | 'retry' | 'update';
  /** The project and the change or job, as the path has them. */
  readonly target: string;
  readonly reason: string;
  readonly address: string;
  /** Id of the key, when there was one. */
  readonly key?: string | undefined;
}

/** Who comes in to which page: what is shown to others is the way in, or a word of refusal. */
export interface OperatorAuth {
  /** For who is signed in, whatever for. */
  forSession(show: (request: FastifyRequest, reply: FastifyReply, session: Session) => Promise<FastifyReply>): Answer;
  /** For who is signed in with the scope `admin`. */
  forOperator(show: (request: FastifyRequest, reply: FastifyReply, session: Session) => Promise<FastifyReply>): Answer;
  /** Reading a change: for who is signed in, or has a key with the scope `read`, `merge` or `admin`, for its project. */
  forReader(show: (project: Project, number: number, reply: FastifyReply, visitor: Visitor) => Promise<FastifyReply>): Answer;
  /** Merging, closing and retrying: for who is signed in and sends a form of that session, or has a key with the scope `merge`. */
  forMerger(
    action: RefusedChange['action'],
    act: (request: FastifyRequest, reply: FastifyReply, visitor: Visitor) => Promise<FastifyReply>,
  ): Answer;
}

/** Why a request is refused: for its sender, and for the log. */
interface Refused {
  readonly status: 401 | 403 | 421;
  readonly title: string;
  readonly words: string;
  readonly reason: string;
  readonly key?: string | undefined;
}

const wrongHost: Refused = {
  status: 421,
  title: 'Wrong address',
  words: 'This service has another name.',
  reason: 'the request names another host',
};
const foreignForm: Refused = {
  status: 403,
  title: 'Not accepted',
  words: 'The form is too old, or came from another site. Go back, load the page again and send it again.',
  reason: 'the form has no token of the session, or came from another site',
};
const nobody: Refused = { status: 401, title: 'Sign in', words: '', reason: 'there is no key and no session' };

/**
 * Where a request comes from is never an identity: not a loopback address, not an Origin. The order is fixed: a key, else the host that
 * was asked, the session, the token of the form, and only then what is wanted.
 */
export function createOperatorAuth(settings: OperatorAuthSettings): OperatorAuth {
  const isForeignForm = (request: FastifyRequest, token: string) =>
    !isOwnOrigin(request, settings.publicUrl) || !isSameSecret(formField(request, 'token'), token);

  const signedIn = async (request: FastifyRequest): Promise<Session | Refused> => {
    if (!isOwnHost(request, settings.publicUrl)) return wrongHost;
    const session = await readSession(request, settings);
    if (!session) return nobody;
    return request.method === 'POST' && isForeignForm(request, session.token) ? { ...foreignForm, key: session.key.id } : session;
  };
  const refuse = (request: FastifyRequest, reply: FastifyReply, { status, title, words }: Refused) =>
    status === 401 ? sendPage(reply, 401, signInPage({ next: pathOf(request) })) : sendPage(reply, status, messagePage(title, words));

  return {
    forSession: (show) => async (request, reply) => {
      const session = await signedIn(request);
      return 'status' in session ? refuse(request, reply, session) : show(request, reply, session);
    },

    forOperator: (show) => async (request, reply) => {
      const session = await signedIn(request);
      if ('status' in session) return refuse(request, reply, session);
      if (!session.key.scopes.includes('admin'))
        return sendPage(reply, 403, messagePage('Not allowed', 'This page needs a key with the scope admin.'));
      return show(request, reply, session);
    },

    forReader: (show) => async (request, reply) => {
      let visitor: Visitor;
      if (request.headers.authorization === undefined) {
        const session = await signedIn(request);
        if ('status' in session) return refuse(request, reply, session);
        visitor = session;
      } else {
        visitor = { key: await authenticate(request.raw, ['read', 'merge', 'admin'], settings), token: undefined };
      }
      const change = await changeFor(request, visitor.key, settings);
      if (!change) return notFound(reply, visitor);
      return show(change.project, change.number, reply, visitor);
    },

    forMerger: (action, act) => async (request, reply) => {
      const log = (reason: string, key?: string) => {
        const { projectId = '', number, id } = request.params as Record<string, string | undefined>;
        const target = fitted(plainText(`${projectId}/${number ?? id ?? ''}`), 200);
        settings.refused({ action, target, reason, address: settings.clientAddress(request.raw), ...(key !== undefined && { key }) });
      };
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
      if (!wantsText(request)) throw session.status === 401 ? refusals.unauthorized() : refusals.forbidden(session.reason);
      return refuse(request, reply, session);
    },
  };
}

/** Whether the sender is a browser, which says that it reads pages. */
function wantsText({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true;
}

function pathOf({ url, method }: FastifyRequest): string | undefined {
  return method === 'GET' ? url : undefined;
}

/** The change that a path names, when the key covers its project and the project is one of the host `local`. */
export async function changeFor(
  request: FastifyRequest,
  key: KeyFacts,
  { store }: Asked,
): Promise<{ readonly project: Project; readonly number: number } | undefined> {
  const { projectId: wanted = '', number = '' } = request.params as { projectId?: string; number?: string };
  if (!projectId.safeParse(wanted).success || !coversProject(key, wanted) || !/^\d{1,9}$/.test(number)) return undefined;
  const project = await store.read((read) => findProject(read, wanted));
  return project?.host === 'local' ? { project, number: Number(number) } : undefined;
}

/** The same for what is not there and what the key does not cover. */
export function notFound(reply: FastifyReply, { token }: Visitor, words = 'There is no such change.'): FastifyReply {
  if (token === undefined) throw refusals.notFound();
  return sendPage(reply, 404, messagePage('Not found', words));
}

/** With the headers that every page has (`pageHeaders`). */
export function sendPage(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).headers(pageHeaders).type('text/html; charset=utf-8').send(text);
}

/** A field of a form that was sent; empty where it has none of that name. */
export function formField(request: FastifyRequest, name: string): string {
  return new URLSearchParams(typeof request.body === 'string' ? request.body : '').get(name) ?? '';
}
