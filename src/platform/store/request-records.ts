/**
 * The first query of every API call: the key, the project and the job that the call names. Polls are by far the most frequent calls, and
 * they need no other query.
 */
import { CompiledQuery } from 'kysely';
import type { Project } from '../../model/agent/project.ts';
import { type RecordRow, recordColumns } from './jobs.ts';
import { prepared } from './prepared.ts';
import { readSettings } from './projects.ts';
import type { Engine, Session } from './session.ts';
import type { KeyRow } from './tables.ts';

/** The unmodified rows. The caller checks that the key is valid and covers the project. */
export interface RequestRecords {
  readonly key: KeyRow;
  /** The current time by the clock of the store. */
  readonly currentTime: number;
  readonly project: Project | undefined;
  readonly job: RecordRow | undefined;
}

/** Undefined when there is no key with this hash. Projects and jobs that do not exist are undefined, and take the same time. */
export async function findRequestRecords(
  session: Session,
  hash: string,
  projectId: string,
  jobId: string,
): Promise<RequestRecords | undefined> {
  const { engine } = session;
  const { rows } = await session.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement(engine), [projectId, jobId, hash]));
  const [row] = rows;
  if (!row) return undefined;
  return {
    key: part<KeyRow>(row, 'key', keyColumns),
    currentTime: engine === 'postgres' ? (row.currentTime as number) : Date.now(),
    project: typeof row.settings === 'string' ? readSettings(row.settings) : undefined,
    job: row.job_id === null ? undefined : part<RecordRow>(row, 'job', recordColumns),
  };
}

const keyColumns = [
  'id',
  'hash',
  'last4',
  'name',
  'projects',
  'scopes',
  'cidrs',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
] as const satisfies readonly (keyof KeyRow)[];

const questions = new Map<Engine, string>();

function statement(engine: Engine): string {
  let text = questions.get(engine);
  if (text === undefined) {
    const columns = [
      ...keyColumns.map((name) => `api_keys.${name} as key_${name}`),
      ...recordColumns.map((name) => `jobs.${name} as job_${name}`),
      'projects.settings as settings',
      ...(engine === 'postgres' ? ['cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as "currentTime"'] : []),
    ];
    const value = (index: number) => (engine === 'postgres' ? `$${index}` : '?');
    text = prepared(
      'request_records',
      `select ${columns.join(', ')} from api_keys left join projects on projects.id = ${value(1)}
      left join jobs on jobs.id = ${value(2)} and jobs.project_id = projects.id where api_keys.hash = ${value(3)}`,
    );
    questions.set(engine, text);
  }
  return text;
}

function part<T>(row: Readonly<Record<string, unknown>>, prefix: string, columns: readonly (keyof T & string)[]): T {
  const part: Record<string, unknown> = {};
  for (const name of columns) part[name] = row[`${prefix}_${name}`];
  return part as T;
}
