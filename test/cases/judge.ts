/** Holds the outcome of a case against its expectation. Every rule here applies to every case; sentences name what failed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join, relative } from 'node:path';
import type { CliOutcome } from '../harness/cli.ts';
import { hashTree } from '../harness/project.ts';
import type { BadInputCase } from './case-file.ts';
import { alsoCalled, noProblemHere, warnedInstead } from './differences.ts';
import { allowedExits, anchorsOf, expectedCodes, limitsOf } from './expectation.ts';
import { outsideCanary, type Scene, secretCanary } from './scene.ts';

/** Case files name times of an idle machine: twice that is allowed, and more where others want the cores as well. */
const patience = (): number => 2 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

export function judge(entry: BadInputCase, scene: Scene, outcome: CliOutcome): string[] {
  const said = `${outcome.stdout}\n${outcome.stderr}`;
  return [...alwaysHolds(scene, outcome, said), ...expectationHolds(entry, scene, outcome, said), ...limitsHold(entry, outcome)];
}

function alwaysHolds(scene: Scene, outcome: CliOutcome, said: string): string[] {
  const failures: string[] = [];
  if (outcome.timedOut) failures.push('did not end in time');
  if (outcome.exit === 70) failures.push(`exit 70: a bug of ours\n${said.slice(0, 800)}`);
  if (outcome.exit === null && !outcome.timedOut && outcome.signal !== 'SIGINT') failures.push(`died by ${outcome.signal}`);
  for (const words of ['Maximum call stack', 'UnhandledPromiseRejection', 'unhandledRejection', '    at ']) {
    if (said.includes(words)) failures.push(`the output says "${words.trim()}"`);
  }
  if (said.includes(scene.folder)) failures.push('the output holds an absolute path');
  for (const canary of [secretCanary, outsideCanary]) if (said.includes(canary)) failures.push(`the output holds ${canary}`);
  for (const [path, text] of textsOf(scene.out)) {
    for (const canary of [secretCanary, outsideCanary, scene.folder])
      if (text.includes(canary)) failures.push(`${path} holds ${canary === scene.folder ? 'an absolute path' : canary}`);
    if (!path.endsWith('.html')) continue;
    const payload = /<script\b(?![^>]*application\/json)[^>]*>[^<]*(?:alert\(\d|window\.X|evil\.example)[^<]*<\/script>/i.exec(text);
    if (payload) failures.push(`${path} runs ${payload[0].slice(0, 80)}`);
    const script = /\b(?:href|src|action|formaction|xlink:href)\s*=\s*["']?\s*javascript:/i.exec(withoutInertText(text));
    if (script) failures.push(`${path} holds a URL that runs a script`);
    const handler = /<[a-z][^<>]*?\son[a-z]+\s*=\s*["'][^<>]*>/i.exec(withoutInertText(text));
    if (handler) failures.push(`${path} holds an event handler: ${handler[0].slice(0, 80)}`);
  }
  return failures;
}

function expectationHolds(entry: BadInputCase, scene: Scene, outcome: CliOutcome, said: string): string[] {
  const failures: string[] = [];
  const codes = expectedCodes(entry.expect);
  const exits = allowedExits(entry.expect.exit);
  const warned = warnedInstead.some(({ code, says }) => codes.includes(code) && (says?.test(entry.expect.stderr_says ?? '') ?? true));
  if (outcome.exit === 0 && codes.some((code) => noProblemHere.has(code))) return failures;
  const wanted = warned ? [...(exits ?? []), 0] : exits;
  if (wanted && wanted.length > 0 && (outcome.exit === null || !wanted.includes(outcome.exit))) {
    failures.push(`exit ${outcome.exit ?? outcome.signal}, expected ${wanted.join(' or ')}\n${said.trim().slice(0, 600)}`);
  }
  const names = codes.flatMap((code) => [code, ...(alsoCalled.get(code) ?? [])]);
  const optional = exits?.includes(0) && typeof entry.expect.exit === 'string' && outcome.exit === 0;
  if (names.length > 0 && !optional && !names.some((code) => said.includes(code))) {
    failures.push(`no ${codes.join(' or ')} in the output\n${said.trim().slice(0, 600)}`);
  }
  if (names.length > 0 && !optional) {
    for (const anchor of anchorsOf(entry.expect.stderr_says)) {
      if (!anchor.test(said.replace(/[`'“”]/g, '"')))
        failures.push(`the output does not say ${anchor.source}\n${said.trim().slice(0, 600)}`);
    }
  }
  if (entry.expect.stderr === 'empty' && /\b(?:warning|error)\b \w+\//.test(said))
    failures.push(`faults where none were expected\n${said.slice(0, 400)}`);
  if (entry.expect.outdir?.startsWith('unchanged') && outcome.exit !== 0 && hashTree(scene.out) !== scene.before)
    failures.push('the earlier site was changed');
  if (entry.expect.outdir === 'does not exist' && existsSync(scene.out)) failures.push('an output folder was left behind');
  return failures;
}

function limitsHold(entry: BadInputCase, outcome: CliOutcome): string[] {
  const failures: string[] = [];
  const { seconds, mebibytes } = limitsOf(entry.expect.limits);
  if (seconds !== undefined && outcome.ms > seconds * 1000 * patience())
    failures.push(`took ${(outcome.ms / 1000).toFixed(1)} s, limit ${seconds} s`);
  if (mebibytes !== undefined && outcome.peakMiB > mebibytes)
    failures.push(`used ${Math.round(outcome.peakMiB)} MiB, limit ${mebibytes} MiB`);
  return failures;
}

/** Every file of a built site that is text, with its path. */
export function* textsOf(folder: string): Generator<[string, string]> {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:html|css|js|json|xml|txt|md|svg)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    yield [relative(folder, path), readFileSync(path, 'utf8')];
  }
}

/** HTML without what a browser does not read as markup: comments, scripts, code as escaped text. */
function withoutInertText(html: string): string {
  return html.replace(/<script\b[^>]*>[\s\S]*?<\/script>|<!--[\s\S]*?-->|<template\b[\s\S]*?<\/template>/gi, '');
}
