/** Pages for people: those of the operator under `/admin`, those of the local code host under `/changes`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { JobStatus } from '../../job.ts';
import { isJobId } from '../../jobs/job-id.ts';
import { allowance } from '../../jobs/limits.ts';
import { archiveJob, cancelJob, retryJob } from '../../jobs/requests.ts';
import { coversProject } from '../../keys/keys.ts';
import { type Project, projectId } from '../../project.ts';
import type { LocalChanges } from '../../run-turn.ts';
import { eventsAfter, findJob, listJobs, promptsOf, turnsOf } from '../../store/jobs.ts';
import { findProject, listProjects } from '../../store/projects.ts';
import type { Asked } from '../authorize.ts';
import { cursorOf, placeOf } from '../list-cursor.ts';
import { changePage } from './change-page.ts';
import { pageHeaders } from './frame.ts';
import { jobPage, jobsPage, messagePage, projectsPage, signInPage } from './operator-pages.ts';
import { isFromThisMachine, isOwnHost, isOwnOrigin } from './own-origin.ts';
import { beginSession, endSession, isSame, readSession, type Session } from './session.ts';
import { styleSheet } from './style-sheet.ts';

export interface PagesSettings extends Asked {
  /** Where browsers reach the service, without a slash at the end. */
  readonly publicUrl: string;
  readonly changes: LocalChanges;
  readonly wakeWorkers: () => void;
}

const jobsOnPage = 50;
const eventsOnPage = 1_000;

export function mountPages(app: FastifyInstance, settings: PagesSettings): void {
  const { store } = settings;
  const isSecure = () => settings.publicUrl.startsWith('https:');
  const session = (request: FastifyRequest) => readSession(request, settings);

  /** Sends what a signed-in operator asks for; everybody else gets the way in. */
  const forOperator =
    (show: (request: FastifyRequest, reply: FastifyReply, session: Session) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isOwnHost(request, settings.publicUrl)) return send(reply, 421, messagePage('Wrong address', 'This service has another name.'));
      const operator = await session(request);
      if (!operator) return send(reply, 401, signInPage());
      if (request.method === 'POST' && !mayChange(request, operator.token))
        return send(
          reply,
          403,
          messagePage('Not accepted', 'The form is too old, or came from another site. Go back, load the page again and send it again.'),
        );
      return show(request, reply, operator);
    };
  const mayChange = (request: FastifyRequest, token: string) =>
    isOwnOrigin(request, settings.publicUrl) && isSame(field(request, 'token'), token);

  app.get('/admin/style.css', (_request, reply) => reply.header('cache-control', 'public, max-age=300').type('text/css').send(styleSheet));

  app.post('/admin/sign-in', async (request, reply) => {
    if (!isOwnHost(request, settings.publicUrl) || !isOwnOrigin(request, settings.publicUrl))
      return send(reply, 403, messagePage('Not accepted', 'The form came from another site.'));
    if (await beginSession(field(request, 'key'), request, reply, settings, isSecure())) return reply.redirect('/admin', 303);
    return send(reply, 401, signInPage('This is no key that is good now and has the scope admin.'));
  });
  app.post(
    '/admin/sign-out',
    forOperator(async (_request, reply) => {
      endSession(reply, isSecure());
      return reply.redirect('/admin', 303);
    }),
  );

  app.get(
    '/admin',
    forOperator(async (request, reply, { key, token }) => {
      const { status, before } = request.query as { status?: JobStatus; before?: unknown };
      const after = typeof before === 'string' ? placeOf(before) : undefined;
      const known = ['active', 'completed', 'failed', 'archived'].includes(status ?? '') ? status : undefined;
      const projectIds = key.projects.includes('*') ? undefined : key.projects;
      const rows = await store.read((read) => listJobs(read, { projectIds, status: known, after, limit: jobsOnPage + 1 }));
      const shown = rows.slice(0, jobsOnPage);
      const prompts = await store.read((read) =>
        promptsOf(
          read,
          shown.map((job) => job.id),
        ),
      );
      const last = rows.length > jobsOnPage ? shown.at(-1) : undefined;
      return send(
        reply,
        200,
        jobsPage({
          jobs: shown.map((job) => ({ ...job, prompt: prompts.get(job.id) ?? '' })),
          status: known,
          nextHref: last && `/admin?before=${cursorOf(last)}${known === undefined ? '' : `&status=${known}`}`,
          token,
        }),
      );
    }),
  );

  app.get(
    '/admin/projects',
    forOperator(async (_request, reply, { key, token }) => {
      const projects = (await store.read(listProjects)).filter(({ id }) => coversProject(key, id));
      const rows = await Promise.all(
        projects.map(async (project) => ({ project, left: await store.read((read) => allowance(read, project.id, 'jobs')) })),
      );
      return send(reply, 200, projectsPage(rows, token));
    }),
  );

  app.get(
    '/admin/jobs/:projectId/:id',
    forOperator(async (request, reply, { key, token }) => {
      const at = request.params as { projectId: string; id: string };
      const job =
        coversProject(key, at.projectId) && isJobId(at.id) ? await store.read((read) => findJob(read, at.projectId, at.id)) : undefined;
      if (!job) return send(reply, 404, messagePage('Not found', 'There is no such job.'));
      const turns = await store.read((read) => turnsOf(read, job.id));
      const events = await store.read((read) => eventsAfter(read, job.id, 0, eventsOnPage));
      return send(reply, 200, jobPage({ job, turns, events, token }));
    }),
  );
  const actions = { cancel: cancelJob, archive: archiveJob, retry: retryJob };
  for (const [name, act] of Object.entries(actions)) {
    app.post(
      `/admin/jobs/:projectId/:id/${name}`,
      forOperator(async (request, reply, { key }) => {
        const at = request.params as { projectId: string; id: string };
        const done = coversProject(key, at.projectId) && isJobId(at.id) ? await act(store, at.projectId, at.id) : undefined;
        if (!done) return send(reply, 404, messagePage('Not found', 'There is no such job.'));
        settings.wakeWorkers();
        return reply.redirect(`/admin/jobs/${at.projectId}/${at.id}`, 303);
      }),
    );
  }

  /** The project of a change that somebody may see: on this machine everybody, else who is signed in for it. */
  const projectFor = async (request: FastifyRequest, operator: Session | undefined): Promise<Project | undefined> => {
    const { projectId: wanted } = request.params as { projectId: string };
    if (!projectId.safeParse(wanted).success || (operator && !coversProject(operator.key, wanted))) return undefined;
    const project = await store.read((read) => findProject(read, wanted));
    return project?.host === 'local' ? project : undefined;
  };
  const forVisitor =
    (show: (project: Project, number: number, reply: FastifyReply, token: string | undefined) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isOwnHost(request, settings.publicUrl)) return send(reply, 421, messagePage('Wrong address', 'This service has another name.'));
      const operator = await session(request);
      if (!operator && !isFromThisMachine(request, settings.publicUrl)) return send(reply, 401, signInPage());
      if (request.method === 'POST' && !(operator ? mayChange(request, operator.token) : isOwnOrigin(request, settings.publicUrl)))
        return send(reply, 403, messagePage('Not accepted', 'The form is too old, or came from another site.'));
      const project = await projectFor(request, operator);
      const { number } = request.params as { number: string };
      if (!project || !/^\d{1,9}$/.test(number)) return send(reply, 404, messagePage('Not found', 'There is no such change.'));
      return show(project, Number(number), reply, operator?.token);
    };

  app.get(
    '/changes/:projectId/:number',
    forVisitor(async (project, number, reply, token) => {
      const change = await settings.changes.read(project, number);
      return change
        ? send(reply, 200, changePage(project, change, token))
        : send(reply, 404, messagePage('Not found', 'There is no such change.'));
    }),
  );
  app.post(
    '/changes/:projectId/:number/merge',
    forVisitor(async (project, number, reply, token) => {
      const merged = await settings.changes.merge(project, number);
      if (merged.isMerged) return reply.redirect(`/changes/${project.id}/${number}`, 303);
      const change = await settings.changes.read(project, number);
      return change
        ? send(reply, 409, changePage(project, change, token, merged.reason))
        : send(reply, 404, messagePage('Not found', 'There is no such change.'));
    }),
  );
  app.post(
    '/changes/:projectId/:number/close',
    forVisitor(async (project, number, reply) => {
      await settings.changes.close(project, number);
      return reply.redirect(`/changes/${project.id}/${number}`, 303);
    }),
  );
}

function send(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).headers(pageHeaders).type('text/html; charset=utf-8').send(text);
}

function field(request: FastifyRequest, name: string): string {
  return new URLSearchParams(typeof request.body === 'string' ? request.body : '').get(name) ?? '';
}
