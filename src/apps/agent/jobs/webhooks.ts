/** Delivers the stored webhook messages and retries until the receiver confirms them. */
import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Project } from '../../../model/agent/project.ts';
import { isPrivateAddress, isPrivateHost } from '../../../platform/http/private-address.ts';
import { claimMessage, hasMessageDue, postponeMessage, settleMessage } from '../../../platform/store/outbox.ts';
import { findProject } from '../../../platform/store/projects.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { OutboxRow } from '../../../platform/store/tables.ts';
import { type RepeatedTask, startRepeating } from './repeat.ts';

/** What deliveries need. The messages themselves were stored when the jobs ended. */
export interface WebhookSettings {
  readonly store: Store;
  /** Environment variables with the signing secrets. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly report: (error: unknown) => void;
  /** Receives log lines about failed deliveries, without bodies or secrets. */
  readonly note: (message: string) => void;
}

const pauseMs = 1_000;
const answerMs = 10_000;
/** Delays after the first, second, … failed delivery, in seconds. After the last one, the message is dropped. */
const waits: readonly number[] = [5, 60, 300, 1_800, 3_600, 7_200, 18_000, 36_000];

/** Maximum delay of a message in milliseconds, by the number of attempts so far. */
export const maxWaits: readonly number[] = [0, ...waits.map((seconds) => seconds * 1_000)].map((ms) => Math.max(ms, answerMs * 2));

/** Maximum number of concurrent deliveries, in total and per project, so that a hanging receiver does not block others. */
const maxInFlight = 16;
const maxPerProject = 2;

/**
 * Delivers until it is stopped: at most 16 messages at once, two per project. Drops a message after nine attempts in
 * about 19 hours.
 */
export function startWebhooks(settings: WebhookSettings): RepeatedTask {
  const { store, report } = settings;
  const inFlight = new Map<Promise<void>, string>();
  const stopping = new AbortController();
  const atLimit = () => {
    const projects = [...inFlight.values()];
    return [...new Set(projects)].filter((id) => projects.filter((each) => each === id).length >= maxPerProject);
  };
  const sending = startRepeating(
    pauseMs,
    async () => {
      while (inFlight.size < maxInFlight && (await store.read(hasMessageDue))) {
        // Hidden for longer than a delivery can take. If this process is killed, another one retries.
        const message = await store.write((session) => claimMessage(session, answerMs * 2, atLimit()));
        if (!message) return;
        const sent = settle(message, settings, stopping.signal)
          .catch(report)
          .finally(() => {
            inFlight.delete(sent);
            sending.wake();
          });
        inFlight.set(sent, message.project_id);
      }
    },
    report,
  );
  return {
    wake: sending.wake,
    async stop() {
      await sending.stop();
      // Another process delivers the interrupted messages.
      stopping.abort();
      await Promise.all(inFlight.keys());
    },
  };
}

async function settle(message: OutboxRow, settings: WebhookSettings, stopping: AbortSignal): Promise<void> {
  const { store, note } = settings;
  const project = await store.read((session) => findProject(session, message.project_id));
  const problem = project?.webhook ? await deliver(message, project.webhook, settings.environment, stopping) : undefined;
  const wait = waits[message.tries - 1];
  if (problem !== undefined) note(`webhook ${message.id} of ${message.kind}, try ${message.tries}: ${problem}`);
  await store.write((session) =>
    problem === undefined || wait === undefined
      ? settleMessage(session, message.id, problem !== undefined)
      : postponeMessage(session, message.id, wait * 1_000),
  );
}

/**
 * Why the URL of a webhook is refused; undefined when it is accepted. It checks only literal addresses: a host name that resolves to a
 * private network is refused at each delivery.
 */
export function webhookProblem({ url, allowPrivate }: Pick<NonNullable<Project['webhook']>, 'url' | 'allowPrivate'>): string | undefined {
  return allowPrivate || !isPrivateHost(new URL(url).hostname) ? undefined : 'the address belongs to a private network';
}

/** Resolves to the reason of a failure, or undefined when the receiver has confirmed the message. */
function deliver(
  message: Pick<OutboxRow, 'id' | 'body'>,
  webhook: NonNullable<Project['webhook']>,
  environment: WebhookSettings['environment'],
  stopping: AbortSignal,
): Promise<string | undefined> {
  const secret = environment[webhook.secret];
  if (!secret) return Promise.resolve(`the environment variable ${webhook.secret} with the signing secret is not set`);
  const url = new URL(webhook.url);
  const problem = webhookProblem(webhook);
  if (problem !== undefined) return Promise.resolve(problem);
  return new Promise((resolve) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(message.body),
        'user-agent': 'docsgen',
        ...signatureHeaders(secret, message.id, Math.floor(Date.now() / 1_000), message.body),
      },
      // Connects to the same address that was checked, so that DNS cannot change in between.
      lookup: webhook.allowPrivate ? lookup : publicLookup,
      signal: AbortSignal.any([AbortSignal.timeout(answerMs), stopping]),
    });
    request.on('response', (response) => {
      response.resume();
      const status = response.statusCode ?? 0;
      resolve(status >= 200 && status < 300 ? undefined : `answered ${status}`);
    });
    request.on('error', (error) => resolve(error.message));
    request.end(message.body);
  });
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const allowed = addresses.filter(({ address }) => !isPrivateAddress(address));
    const [first] = allowed;
    if (!first) return callback(new Error(`${hostname} belongs to a private network`), '');
    if (options.all) return callback(null, allowed);
    callback(null, first.address, first.family);
  });
};

/**
 * The signature headers of a delivery, according to the Standard Webhooks specification
 * (https://www.standardwebhooks.com).
 * @param secret `whsec_` followed by base64, or any other text, which is used literally.
 * @param timestamp time of this delivery, in seconds since 1970.
 */
function signatureHeaders(secret: string, id: string, timestamp: number, body: string): Readonly<Record<string, string>> {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}
