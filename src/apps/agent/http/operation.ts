/** The type of an API operation. The server mounts a list of them, and the OpenAPI description is generated from the same list. */
import type { ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { Project } from '../../../model/agent/project.ts';
import type { RecordRow } from '../../../platform/store/jobs.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { KeyInfo, Scope } from '../keys/keys.ts';
import type { EventFeed } from './event-feed.ts';

/** The services that handlers use. */
export interface HandlerContext {
  readonly store: Store;
  readonly feed: EventFeed;
  /** Notifies the workers that a job is waiting. */
  readonly wakeWorkers: () => void;
}

/** An authorized request whose body, if any, is a JSON object. The operation validates the members. */
export interface Call {
  readonly key: KeyInfo;
  readonly project: Project;
  /** A well-formed job id from the path; empty when the path has none. */
  readonly jobId: string;
  /** The job at the time of authorization; undefined when the project has no job with this id. */
  readonly job: RecordRow | undefined;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: (name: string) => string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The response of a handler. To respond with a problem, handlers throw a `Refusal`. */
export interface OperationResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless `type` is set. */
  readonly body?: unknown;
  readonly type?: string;
  /** Used instead of `body`: writes the response itself and may keep it open. */
  readonly stream?: (response: ServerResponse) => void;
}

/** A response in the OpenAPI description. `headers` lists names only; `openapi.ts` has their descriptions. */
export interface ResponseSpec {
  readonly description: string;
  readonly schema?: z.ZodType;
  /** Media types of the content; `application/json` by default. */
  readonly types?: readonly string[];
  readonly headers?: readonly string[];
}

/** Everything about one operation, so that its implementation and its description cannot diverge. */
export interface Operation {
  readonly method: 'GET' | 'POST';
  /** An OpenAPI path template, such as `/v2/agent/{projectId}/job`. */
  readonly path: string;
  /** The `operationId` of the description. It must not change, because clients are generated from it. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /** The scope that the key must have. */
  readonly scope: Scope;
  readonly body?: z.ZodType;
  readonly query?: z.ZodObject;
  readonly requestHeaders?: readonly string[];
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  /** Status codes of problems, in addition to those that every operation has. */
  readonly problems: readonly number[];
  handle(call: Call, context: HandlerContext): Promise<OperationResponse>;
}
