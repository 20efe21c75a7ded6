/** Every check that a case can name, by its name. */
import { agentChecks } from './agent-service.ts';
import type { Check } from './check.ts';
import { inspectCommonMark } from './common-mark.ts';
import { devChecks } from './dev.ts';
import { fileChecks } from './files.ts';
import { proxyChecks } from './proxy.ts';
import { serveChecks } from './serve.ts';
import { loadChecks } from './serve-load.ts';
import { cacheChecks } from './shared-cache.ts';
import { supplyChecks } from './supply.ts';

export const checks: ReadonlyMap<string, Check> = new Map([
  ...agentChecks,
  ...devChecks,
  ...fileChecks,
  ...proxyChecks,
  ...serveChecks,
  ...cacheChecks,
  ['common-mark', inspectCommonMark],
  ...loadChecks,
  ...supplyChecks,
]);
