/** The pages for people: the operator's under `/admin`, and those of the local code host under `/changes`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { JobStatus } from '../../../../model/agent/job.ts';
import { SignInAttempts } from '../../../../platform/http/sign-in-attempts.ts';
import { eventsAfter, findJob, listJobs, promptsOf, turnsOf } from '../../../../platform/store/jobs.ts';
import { listProjects } from '../../../../platform/store/projects.ts';
import { isJobId, jobOfBranch } from '../../jobs/job-id.ts';
import { allowance } from '../../jobs/limits.ts';
import { type Accepted, archiveJob, cancelJob, type Refused, retryJob, updateJob } from '../../jobs/requests.ts';
import { coversProject, type KeyInfo } from '../../keys/keys.ts';
import { decodeCursor, encodeCursor } from '../list-cursor.ts';
import { refusals } from '../problem.ts';
import { changePage } from './change-page.ts';
import { jobPage, jobsPage, messagePage, projectsPage, signInPage, startPage } from './operator-pages.ts';
import { isOwnHost, isOwnOrigin } from './own-origin.ts';
import {
  changeFor,
  createOperatorAuth,
  formField,
  notFound,
  type OperatorAuth,
  type OperatorAuthSettings,
  type SignedInUser,
  sendPage,
} from './page-auth.ts';
import { beginSession, endSession } from './session.ts';
import { styleSheet } from './style-sheet.ts';

/** The settings of the pages: those of authentication, the changes of the local code host, and a way to wake workers. */
export interface PagesSettings extends OperatorAuthSettings {
  readonly wakeWorkers: () => void;
  /** Shown at the top of every operator page. */
  readonly warning?: string | undefined;
}

const jobsOnPage = 50;
const eventsOnPage = 1_000;

/** Whether the client accepts HTML. Browsers do; programs that read JSON do not. */
export function wantsPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true;
}

/** Forms send POST requests, which respond with 303, so that reloading a page repeats nothing. */
export function mountPages(app: FastifyInstance, settings: PagesSettings): void {
  const auth = createOperatorAuth(settings);
  app.get('/', (request, reply) => {
    if (!wantsPage(request)) throw refusals.notFound();
    return sendPage(reply, 200, startPage());
  });
  mountSignIn(app, settings, auth);
  mountJobs(app, settings, auth);
  mountChanges(app, settings, auth);
}

function mountSignIn(app: FastifyInstance, settings: PagesSettings, { requireSession }: OperatorAuth): void {
  const isSecure = () => settings.publicUrl.startsWith('https:');
  app.get('/admin/style.css', (_request, reply) => reply.header('cache-control', 'public, max-age=300').type('text/css').send(styleSheet));

  const attempts = new SignInAttempts();
  app.post('/admin/sign-in', async (request, reply) => {
    if (!isOwnHost(request, settings.publicUrl) || !isOwnOrigin(request, settings.publicUrl))
      return sendPage(reply, 403, messagePage('Not accepted', 'The form came from another site.'));
    const next = ownPath(formField(request, 'next'));
    const address = settings.clientAddress(request.raw);
    const seconds = attempts.add(address);
    if (seconds > 0)
      return sendPage(
        reply.header('retry-after', seconds),
        429,
        signInPage({ next, problem: `Too many failed attempts from this address. Try again in ${seconds} s.` }),
      );
    const key = await beginSession(formField(request, 'key'), request, reply, settings, isSecure());
    if (!key) return sendPage(reply, 401, signInPage({ next, problem: 'The key is not valid, or has neither the scope admin nor merge.' }));
    attempts.remove(address);
    return reply.redirect(next ?? (key.scopes.includes('admin') ? '/admin' : '/'), 303);
  });
  app.post(
    '/admin/sign-out',
    requireSession(async (_request, reply, session) => {
      await endSession(session, reply, settings, isSecure());
      return reply.redirect('/admin', 303);
    }),
  );
}

/** Returns a path of the operator pages, to return to after signing in; undefined for any other text. */
function ownPath(text: string): string | undefined {
  return /^\/(?:admin|changes)(?:\/[\w-]+)*$/.test(text) ? text : undefined;
}

function mountJobs(app: FastifyInstance, settings: PagesSettings, auth: OperatorAuth): void {
  mountJobList(app, settings, auth);
  mountProjects(app, settings, auth);
  mountJob(app, settings, auth);
  mountJobActions(app, settings, auth);
}

function mountJobList(app: FastifyInstance, { store, warning }: PagesSettings, { requireOperator }: OperatorAuth): void {
  app.get(
    '/admin',
    requireOperator(async (request, reply, { key, token }) => {
      const { status, before } = request.query as { status?: JobStatus; before?: unknown };
      const after = typeof before === 'string' ? decodeCursor(before) : undefined;
      const filter = ['active', 'completed', 'failed', 'archived'].includes(status ?? '') ? status : undefined;
      const projectIds = key.projects.includes('*') ? undefined : key.projects;
      const rows = await store.read((read) => listJobs(read, { projectIds, status: filter, after, limit: jobsOnPage + 1 }));
      const shown = rows.slice(0, jobsOnPage);
      const prompts = await store.read((read) =>
        promptsOf(
          read,
          shown.map((job) => job.id),
        ),
      );
      const last = rows.length > jobsOnPage ? shown.at(-1) : undefined;
      return sendPage(
        reply,
        200,
        jobsPage({
          jobs: shown.map((job) => ({ ...job, prompt: prompts.get(job.id) ?? '' })),
          status: filter,
          nextHref: last && `/admin?before=${encodeCursor(last)}${filter === undefined ? '' : `&status=${filter}`}`,
          token,
          warning,
        }),
      );
    }),
  );
}

function mountProjects(app: FastifyInstance, { store, warning }: PagesSettings, { requireOperator }: OperatorAuth): void {
  app.get(
    '/admin/projects',
    requireOperator(async (_request, reply, { key, token }) => {
      const projects = (await store.read(listProjects)).filter(({ id }) => coversProject(key, id));
      const rows = await Promise.all(
        projects.map(async (project) => ({ project, left: await store.read((read) => allowance(read, project.id, 'jobs')) })),
      );
      return sendPage(reply, 200, projectsPage(rows, token, warning));
    }),
  );
}

function mountJob(app: FastifyInstance, { store, warning }: PagesSettings, { requireOperator }: OperatorAuth): void {
  app.get(
    '/admin/jobs/:projectId/:id',
    requireOperator(async (request, reply, { key, token }) => {
      const at = jobAddressOf(request, key);
      const job = at && (await store.read((read) => findJob(read, at.projectId, at.id)));
      if (!job) return sendPage(reply, 404, messagePage('Not found', 'There is no such job.'));
      const turns = await store.read((read) => turnsOf(read, job.id));
      const events = await store.read((read) => eventsAfter(read, job.id, 0, eventsOnPage));
      return sendPage(reply, 200, jobPage({ job, turns, events, token, warning }));
    }),
  );
}

function mountJobActions(
  app: FastifyInstance,
  { store, wakeWorkers }: PagesSettings,
  { requireOperator, requireMerger }: OperatorAuth,
): void {
  const update = (...[at, projectId, id]: Parameters<typeof retryJob>) => updateJob(at, projectId, id).then(existing);
  const actions = { cancel: cancelJob, archive: archiveJob, update };
  for (const [name, act] of Object.entries(actions)) {
    app.post(
      `/admin/jobs/:projectId/:id/${name}`,
      requireOperator(async (request, reply, { key }) => {
        const at = jobAddressOf(request, key);
        if (!at || !(await act(store, at.projectId, at.id))) return sendPage(reply, 404, messagePage('Not found', 'There is no such job.'));
        wakeWorkers();
        return reply.redirect(`/admin/jobs/${at.projectId}/${at.id}`, 303);
      }),
    );
  }
  app.post(
    '/admin/jobs/:projectId/:id/retry',
    requireMerger('retry', async (request, reply, visitor) => {
      const at = jobAddressOf(request, visitor.key);
      const done = at && (await retryJob(store, at.projectId, at.id));
      if (!done) return notFound(reply, visitor, 'There is no such job.');
      wakeWorkers();
      if (visitor.token !== undefined) return reply.redirect(`/admin/jobs/${at.projectId}/${at.id}`, 303);
      if ('kind' in done) throw refusals.conflict(done.code, done.message);
      return reply.send(done);
    }),
  );
}

/** The job that the path of a request names; undefined when the key does not cover its project, or the ID is not valid. */
function jobAddressOf(request: FastifyRequest, key: KeyInfo): { readonly projectId: string; readonly id: string } | undefined {
  const at = request.params as { projectId: string; id: string };
  return coversProject(key, at.projectId) && isJobId(at.id) ? at : undefined;
}

/** Undefined when there is no such job, so that the caller responds as for the other actions. */
function existing(accepted: Accepted | Refused): Accepted | Refused | undefined {
  return accepted.kind === 'absent' ? undefined : accepted;
}

function mountChanges(app: FastifyInstance, settings: PagesSettings, { requireReader, requireMerger }: OperatorAuth): void {
  const { changes, store, wakeWorkers } = settings;
  app.get(
    '/changes/:projectId/:number',
    requireReader(async (project, change, reply, visitor) => {
      return visitor.token === undefined ? reply.send(change) : sendPage(reply, 200, changePage(project, change, visitor.token));
    }),
  );
  app.post(
    '/changes/:projectId/:number/merge',
    requireMerger('merge', async (request, reply, visitor) => {
      const requested = await changeFor(request, visitor.key, settings);
      if (!requested) return notFound(reply, visitor);
      const { project } = requested;
      const { number } = requested.change;
      const commit = visitor.token === undefined ? reviewedCommit(request) : formField(request, 'commit');
      const merged = await changes.merge(project, number, commit);
      if (merged.isMerged) return done(reply, visitor, project.id, number, 'merged');
      const change = await changes.read(project, number);
      if (!change) return notFound(reply, visitor);
      if (visitor.token === undefined) throw refusals.conflict('not_merged', merged.reason);
      return sendPage(reply, 409, changePage(project, change, visitor.token, merged.reason));
    }),
  );
  app.post(
    '/changes/:projectId/:number/update',
    requireMerger('update', async (request, reply, visitor) => {
      const requested = await changeFor(request, visitor.key, settings);
      if (!requested) return notFound(reply, visitor);
      const { project, change } = requested;
      const { number } = change;
      const jobId = jobOfBranch(change.branch);
      if (jobId === undefined) return notFound(reply, visitor);
      const accepted = await updateJob(store, project.id, jobId);
      wakeWorkers();
      if (accepted.kind === 'accepted') return done(reply, visitor, project.id, number, 'updating');
      const reason = accepted.kind === 'conflict' ? accepted.message : updateRefusals[accepted.kind];
      if (visitor.token === undefined) throw refusals.conflict('not_updated', reason);
      return sendPage(reply, 409, changePage(project, change, visitor.token, reason));
    }),
  );
  app.post(
    '/changes/:projectId/:number/close',
    requireMerger('close', async (request, reply, visitor) => {
      const requested = await changeFor(request, visitor.key, settings);
      if (!requested) return notFound(reply, visitor);
      const { project, change } = requested;
      await changes.close(project, change.number);
      return done(reply, visitor, project.id, change.number, 'closed');
    }),
  );
}

function done(
  reply: FastifyReply,
  { token }: SignedInUser,
  project: string,
  number: number,
  state: 'merged' | 'closed' | 'updating',
): FastifyReply {
  return token === undefined ? reply.send({ project, number, state }) : reply.redirect(`/changes/${project}/${number}`, 303);
}

/** A program names the commit that it, or a person, has reviewed: `?commit=`. */
function reviewedCommit({ query }: FastifyRequest): string {
  const { commit } = query as { commit?: unknown };
  if (typeof commit === 'string' && /^[0-9a-f]{40,64}$/.test(commit)) return commit;
  throw refusals.invalidRequest('commit', 'Pass the reviewed commit in the query parameter "commit".');
}

const updateRefusals = {
  absent: 'The job of this change no longer exists.',
  limited: 'The project has reached its hourly limit of messages. Try again later.',
  replayed: 'The change is already being updated.',
  'key-reused': 'The change cannot be updated at the moment.',
};
