/** What an operation of the API is. The server mounts the list of them, and the description is made from the same list. */
import type { ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { Project } from '../../../model/agent/project.ts';
import type { RecordRow } from '../../../platform/store/jobs.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { KeyFacts, Scope } from '../keys/keys.ts';
import type { EventFeed } from './event-feed.ts';

/** What handlers use of the service. */
export interface Surroundings {
  readonly store: Store;
  readonly feed: EventFeed;
  /** Called when a job waits for a worker. */
  readonly wakeWorkers: () => void;
}

/** A request that was let in: key, project and scope are right, and a body is a JSON object. The operation checks its members. */
export interface Call {
  readonly key: KeyFacts;
  readonly project: Project;
  /** The segment after `job/`, of the right form; empty where the path has none. */
  readonly jobId: string;
  /** The job as it was when the call was let in; undefined when the project has none with this id. */
  readonly job: RecordRow | undefined;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: (name: string) => string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the server sends. A handler that says no throws a `Refusal` instead. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON unless `type` says otherwise. */
  readonly body?: unknown;
  readonly type?: string;
  /** Instead of a body: writes the response itself, for as long as it likes. */
  readonly stream?: (response: ServerResponse) => void;
}

/** One answer as the description tells it; of headers only their names, whose words are in `openapi.ts`. */
export interface Described {
  readonly description: string;
  readonly schema?: z.ZodType;
  /** Types of the content, `application/json` by default. */
  readonly types?: readonly string[];
  readonly headers?: readonly string[];
}

/** Everything about one operation in one value, so that what is served and what is described cannot differ. */
export interface Operation {
  readonly method: 'GET' | 'POST';
  /** In the words of OpenAPI, `/v2/agent/{projectId}/job`. */
  readonly path: string;
  /** The `operationId` of its description, which clients may be generated from: permanent. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /** What the key must have. */
  readonly scope: Scope;
  readonly body?: z.ZodType;
  readonly query?: z.ZodObject;
  readonly requestHeaders?: readonly string[];
  readonly answers: Readonly<Record<number, Described>>;
  /** Statuses of problems, besides those that every operation has. */
  readonly problems: readonly number[];
  handle(call: Call, surroundings: Surroundings): Promise<Answer>;
}
