/**
 * The process that runs plugins: one request after the other. An error outside of any request, such as that of a
 * promise that nobody awaits, fails the page that is being processed.
 */
import type { PluginRequest } from './protocol.ts';
import { PluginRunner } from './run-plugins.ts';

const runner = new PluginRunner();
let last: Promise<void> = Promise.resolve();

process.on('message', (request: PluginRequest) => {
  last = last.then(async () => {
    process.send?.(await runner.answer(request));
  });
});
process.on('uncaughtException', (error) => runner.reportStray(error));
process.on('disconnect', () => process.exit());
