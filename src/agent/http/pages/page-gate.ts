/** Who comes in to the pages for people. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '../../../model/secret.ts';
import { coversProject } from '../../keys/keys.ts';
import { type Project, projectId } from '../../project.ts';
import { findProject } from '../../store/projects.ts';
import type { Asked } from '../authorize.ts';
import { pageHeaders } from './frame.ts';
import { messagePage, signInPage } from './operator-pages.ts';
import { isFromThisMachine, isOwnHost, isOwnOrigin } from './own-origin.ts';
import { readSession, type Session } from './session.ts';

/** What it takes to know who asks, and under which address the service is meant to be asked. */
export interface GateSettings extends Asked {
  /** Where browsers reach the service, without a slash at the end. */
  readonly publicUrl: string;
}

/** What a route does with a request. */
type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Who comes in to which page: what is shown to others is the way in, or a word of refusal. */
export interface PageGate {
  /** For who is signed in. */
  forOperator(show: (request: FastifyRequest, reply: FastifyReply, session: Session) => Promise<FastifyReply>): Answer;
  /** The pages of a change: on this machine for everybody, else for who is signed in for its project. */
  forVisitor(show: (project: Project, number: number, reply: FastifyReply, token: string | undefined) => Promise<FastifyReply>): Answer;
}

/** The order is fixed: the host that was asked, who asks, where a form comes from, and only then what is wanted. */
export function pageGate(settings: GateSettings): PageGate {
  const session = (request: FastifyRequest) => readSession(request, settings);
  const mayChange = (request: FastifyRequest, token: string) =>
    isOwnOrigin(request, settings.publicUrl) && isSameSecret(formField(request, 'token'), token);

  return {
    forOperator: (show) => async (request, reply) => {
      if (!isOwnHost(request, settings.publicUrl))
        return sendPage(reply, 421, messagePage('Wrong address', 'This service has another name.'));
      const operator = await session(request);
      if (!operator) return sendPage(reply, 401, signInPage());
      if (request.method === 'POST' && !mayChange(request, operator.token))
        return sendPage(
          reply,
          403,
          messagePage('Not accepted', 'The form is too old, or came from another site. Go back, load the page again and send it again.'),
        );
      return show(request, reply, operator);
    },
    forVisitor: (show) => async (request, reply) => {
      if (!isOwnHost(request, settings.publicUrl))
        return sendPage(reply, 421, messagePage('Wrong address', 'This service has another name.'));
      const operator = await session(request);
      if (!operator && !isFromThisMachine(request, settings.publicUrl)) return sendPage(reply, 401, signInPage());
      if (request.method === 'POST' && !(operator ? mayChange(request, operator.token) : isOwnOrigin(request, settings.publicUrl)))
        return sendPage(reply, 403, messagePage('Not accepted', 'The form is too old, or came from another site.'));
      const project = await projectFor(request, operator, settings);
      const { number } = request.params as { number: string };
      if (!project || !/^\d{1,9}$/.test(number)) return sendPage(reply, 404, messagePage('Not found', 'There is no such change.'));
      return show(project, Number(number), reply, operator?.token);
    },
  };
}

/** The project of a change that somebody may see: on this machine everybody, else who is signed in for it. */
async function projectFor(request: FastifyRequest, operator: Session | undefined, { store }: GateSettings): Promise<Project | undefined> {
  const { projectId: wanted } = request.params as { projectId: string };
  if (!projectId.safeParse(wanted).success || (operator && !coversProject(operator.key, wanted))) return undefined;
  const project = await store.read((read) => findProject(read, wanted));
  return project?.host === 'local' ? project : undefined;
}

/** With the headers that every page has (`pageHeaders`). */
export function sendPage(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).headers(pageHeaders).type('text/html; charset=utf-8').send(text);
}

/** A field of a form that was sent; empty where it has none of that name. */
export function formField(request: FastifyRequest, name: string): string {
  return new URLSearchParams(typeof request.body === 'string' ? request.body : '').get(name) ?? '';
}
