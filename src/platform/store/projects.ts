/** Queries over projects, and over what counts against their limits. */
import { sql } from 'kysely';
import { type Project, type ProjectInput, projectSchema } from '../../model/agent/project.ts';
import { now, type Session } from './session.ts';

/** Adds a project, or changes the settings of the one with this id. The settings are checked already. */
export async function putProject(session: Session, project: Project): Promise<'added' | 'changed'> {
  const existing = await session.db.selectFrom('projects').select('id').where('id', '=', project.id).executeTakeFirst();
  const values = { settings: JSON.stringify(project), concurrent: project.limits.concurrent };
  if (existing) await session.db.updateTable('projects').set(values).where('id', '=', project.id).execute();
  else
    await session.db
      .insertInto('projects')
      .values({ id: project.id, created_at: await now(session), ...values })
      .execute();
  return existing ? 'changed' : 'added';
}

/** Undefined when it was never there, or was removed. */
export async function findProject(session: Session, id: string): Promise<Project | undefined> {
  const row = await session.db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst();
  return row && readSettings(row.settings);
}

/** The project, kept from every other creation until the transaction ends. */
export async function lockProject(session: Session, id: string): Promise<boolean> {
  const query = session.db.selectFrom('projects').select('id').where('id', '=', id);
  return (await (session.engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst()) !== undefined;
}

/** By id. */
export async function listProjects(session: Session): Promise<Project[]> {
  const rows = await session.db.selectFrom('projects').selectAll().orderBy('id').execute();
  return rows.map((row) => readSettings(row.settings));
}

/** Settings as they are stored → read. Every request needs them, and they hardly ever change. */
const known = new Map<string, Project>();
const maxKnown = 500;

/** Settings that an older version wrote get the defaults of what it did not know. */
export function readSettings(text: string): Project {
  const before = known.get(text);
  if (before) return before;
  if (known.size >= maxKnown) known.clear();
  const project = projectSchema.parse(JSON.parse(text) satisfies ProjectInput);
  known.set(text, project);
  return project;
}

/** False when there was none. Jobs stay readable in the store; those at work end as failed. */
export async function removeProject(session: Session, id: string): Promise<boolean> {
  const { numDeletedRows } = await session.db.deleteFrom('projects').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Brings uses back that lie in the future, because the clock was ahead and was set right: the newest becomes one of now, and the others
 * keep their distance to it, so that what was used in the last hour still counts for the rest of it.
 */
export async function recallUses(session: Session, projectId: string, present: number, slackMs: number): Promise<void> {
  const { newest } = await session.db
    .selectFrom('turns')
    .select((turn) => turn.fn.max('created_at').as('newest'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  const ahead = Number(newest ?? 0) - present;
  if (ahead <= slackMs) return;
  await session.db
    .updateTable('turns')
    .set({ created_at: sql`created_at - ${sql.lit(ahead)}` })
    .where('project_id', '=', projectId)
    .where('created_at', '>', present)
    .execute();
}

/** How often a project was used since a moment, and when first. Jobs and messages are counted apart. */
export async function usesSince(
  session: Session,
  projectId: string,
  counted: 'jobs' | 'messages',
  since: number,
): Promise<{ readonly count: number; readonly oldest: number | undefined }> {
  const row = await session.db
    .selectFrom('turns')
    .select((turn) => [turn.fn.countAll().as('count'), turn.fn.min('created_at').as('oldest')])
    .where('project_id', '=', projectId)
    .where('created_at', '>', since)
    .where('number', counted === 'jobs' ? '=' : '>', 1)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), oldest: row.oldest === null ? undefined : Number(row.oldest) };
}
