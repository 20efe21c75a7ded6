/** Every check that a case can name, by its name. */
import { agentChecks } from './agent-service.ts';
import type { Check } from './check.ts';
import { devChecks } from './dev.ts';
import { fileChecks } from './files.ts';
import { playgroundChecks } from './playground.ts';
import { proxyChecks } from './proxy.ts';
import { serveChecks } from './serve.ts';
import { problemChecks } from './serve-faults.ts';
import { loadChecks } from './serve-load.ts';
import { socketChecks } from './sockets.ts';
import { staticChecks } from './static-site.ts';
import { supplyChecks } from './supply.ts';

export const checks: ReadonlyMap<string, Check> = new Map([
  ...agentChecks,
  ...devChecks,
  ...fileChecks,
  ...playgroundChecks,
  ...proxyChecks,
  ...serveChecks,
  ...problemChecks,
  ...loadChecks,
  ...socketChecks,
  ...staticChecks,
  ...supplyChecks,
]);
