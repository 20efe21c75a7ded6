/** Queries over projects and over the usage of their limits. */
import { sql } from 'kysely';
import { type Project, type ProjectInput, projectSchema } from '../../model/agent/project.ts';
import { now, type Session } from './session.ts';

/** Adds a project, or changes the settings of the one with this ID. The settings are already validated. */
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

/** Undefined when it does not exist or was removed. */
export async function findProject(session: Session, id: string): Promise<Project | undefined> {
  const row = await session.db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst();
  return row && readSettings(row.settings);
}

/** Locks the project against other job creations until the transaction ends. False when it does not exist. */
export async function lockProject(session: Session, id: string): Promise<boolean> {
  const query = session.db.selectFrom('projects').select('id').where('id', '=', id);
  return (await (session.engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst()) !== undefined;
}

/** Sorted by ID. */
export async function listProjects(session: Session): Promise<Project[]> {
  const rows = await session.db.selectFrom('projects').selectAll().orderBy('id').execute();
  return rows.map((row) => readSettings(row.settings));
}

/** Parsed settings by their stored text. Every request needs them, and they rarely change. */
const parsedSettings = new Map<string, Project>();
const maxKnown = 500;

/** Settings from an older version get the defaults of new members. */
export function readSettings(text: string): Project {
  const before = parsedSettings.get(text);
  if (before) return before;
  if (parsedSettings.size >= maxKnown) parsedSettings.clear();
  const project = projectSchema.parse(JSON.parse(text) satisfies ProjectInput);
  parsedSettings.set(text, project);
  return project;
}

/** False when there is no such project. Its jobs stay in the store; active ones fail. */
export async function removeProject(session: Session, id: string): Promise<boolean> {
  const { numDeletedRows } = await session.db.deleteFrom('projects').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Moves uses back whose time is in the future, because the clock was ahead. The newest gets the current time and the others keep their
 * distance to it, so that the uses of the last hour still count for the rest of it.
 */
export async function recallUses(session: Session, projectId: string, currentTime: number, slackMs: number): Promise<void> {
  const { newest } = await session.db
    .selectFrom('turns')
    .select((turn) => turn.fn.max('created_at').as('newest'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  const ahead = Number(newest ?? 0) - currentTime;
  if (ahead <= slackMs) return;
  await session.db
    .updateTable('turns')
    .set({ created_at: sql`created_at - ${sql.lit(ahead)}` })
    .where('project_id', '=', projectId)
    .where('created_at', '>', currentTime)
    .execute();
}

/** The number of uses since a time, and the time of the oldest. Jobs and messages are counted separately. */
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
