// Loaded into a build by `evaluators.mjs`: records every evaluated page, with its HTML and its time, in the file
// EVALUATIONS. Supports both ways of running evaluators: processes and worker threads.
import childProcess from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Worker } from 'node:worker_threads';

const evaluations = [];

function record(host, { job }) {
  const { file } = JSON.parse(job);
  const start = performance.now();
  const evaluation = { file, start };
  evaluations.push(evaluation);
  host.once('message', ({ outcome }) => {
    evaluation.end = performance.now();
    const { html, live, problems, faults } = typeof outcome === 'string' ? JSON.parse(outcome) : (outcome ?? {});
    Object.assign(evaluation, { html, live, problems: (problems ?? faults)?.map(({ kind, message }) => ({ kind, message })) });
  });
}

const isPage = (message) => typeof message?.job === 'string';

const { fork } = childProcess;
childProcess.fork = (...args) => {
  const child = fork(...args);
  const { send } = child;
  child.send = (message, ...more) => {
    if (isPage(message)) record(child, message);
    return send.call(child, message, ...more);
  };
  return child;
};
syncBuiltinESMExports();

const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (message, ...more) {
  if (isPage(message)) record(this, message);
  return postMessage.call(this, message, ...more);
};

process.on('exit', () => writeFileSync(process.env.EVALUATIONS, JSON.stringify(evaluations)));
