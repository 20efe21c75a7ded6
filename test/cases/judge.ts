/** Compares what a case did with what it expects. Every rule applies to every case; each sentence names one thing that is wrong. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { hashTree } from '../harness/project.ts';
import type { HostileCase } from './case-format.ts';
import type { CaseAnswer } from './case-server.ts';
import type { CaseExpectation, CaseRequest, TextExpectation } from './format/expectation.ts';
import type { CommandOutcome } from './run-command.ts';
import { bytesOf } from './write-case-files.ts';

/** What every command and server has in a variable that no output may show. */
export const secretOfEnvironment = 'canary-7d1f0c-environment';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export interface Played {
  /** The folder of the project, where there is one. */
  readonly project?: string;
  readonly outcome: CommandOutcome;
  /** The output folder. */
  readonly out: string;
  /** Its hash before the command ran. */
  readonly before: string;
  /** What no output and no message may hold, and how to call it. */
  readonly secrets: readonly { readonly text: string; readonly name: string }[];
  readonly answers: readonly { readonly request: CaseRequest; readonly answer: CaseAnswer }[];
}

export function judge(expect: CaseExpectation, played: Played): string[] {
  return [...alwaysHolds(played), ...messagesHold(expect, played), ...outputHolds(expect, played), ...answersHold(expect, played)];
}

/** What no case may do, whatever it expects. */
function alwaysHolds({ outcome, out, secrets, answers }: Played): string[] {
  const { exit, output } = outcome;
  const failures: string[] = [];
  if (outcome.timedOut) failures.push(`did not end within ${Math.round(outcome.seconds)} s`);
  else if (exit === null) failures.push(`died by ${outcome.signal}`);
  if (exit === 70) failures.push(`exit 70: internal error\n${output.slice(0, 800)}`);
  if (/Maximum call stack|UnhandledPromiseRejection|unhandledRejection|^ {4}at /m.test(output))
    failures.push(`the output has a stack trace\n${output.slice(0, 800)}`);
  for (const { text, name } of secrets) {
    if (output.includes(text)) failures.push(`the output of the command holds ${name}`);
    for (const { answer, request } of answers) if (answer.whole.includes(text)) failures.push(`${nameOf(request)} holds ${name}`);
  }
  for (const { answer, request } of answers)
    if (/^root:.*:0:0:/m.test(answer.whole)) failures.push(`${nameOf(request)} holds the password file`);
  for (const { path, text } of textsIn(out)) {
    for (const secret of secrets) if (text.includes(secret.text)) failures.push(`${path} holds ${secret.name}`);
    if (path.endsWith('.html')) failures.push(...scriptsIn(text).map((found) => `${path} ${found}`));
  }
  return failures;
}

/** Texts of files outside the project, long enough to be nobody else's words. */
export function secretsOf(entry: HostileCase, folder: string): Played['secrets'] {
  const outside = Object.entries(entry.outside ?? {}).flatMap(([path, content]) => {
    if (typeof content !== 'string' && !Array.isArray(content)) return [];
    const text = bytesOf(content).toString('utf8').trim();
    return text.length >= 12 && text.length < 10_000 ? [{ text, name: `the text of ${path}` }] : [];
  });
  return [
    { text: secretOfEnvironment, name: 'a secret of the environment' },
    // The command names its output folder, which is in this folder and not beside a project of the repository.
    ...(entry.project === undefined ? [{ text: folder, name: 'an absolute path' }] : []),
    ...outside,
  ];
}

/** Markup of an attacker that a browser would run. */
function scriptsIn(html: string): string[] {
  if (!/\son[a-z]+\s*=|javascript\s*:|alert\(\d|window\.X|evil\.example/i.test(html)) return [];
  const failures: string[] = [];
  const look = (node: Node): void => {
    if ('tagName' in node) failures.push(...scriptsOf(node));
    // A template is inert: its content is not a child.
    if ('childNodes' in node) for (const child of node.childNodes) look(child);
  };
  look(parse(html));
  return failures;
}

function scriptsOf({ tagName, attrs, childNodes }: Element): string[] {
  const text = childNodes.map((child) => ('value' in child ? child.value : '')).join('');
  const isData = attrs.some(({ name, value }) => name === 'type' && value.includes('json'));
  return [
    ...(tagName === 'script' && !isData && /alert\(\d|window\.X|evil\.example/i.test(text) ? [`runs <script>${text.slice(0, 80)}`] : []),
    ...attrs.flatMap(({ name, value }) => {
      if (/^on[a-z]/.test(name)) return [`holds an event handler: <${tagName} ${name}="${value.slice(0, 60)}">`];
      const isUrl = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data'].includes(name);
      return isUrl && /^[\s\p{Cc}]*javascript:/iu.test(value.replace(/[\t\n\r]/g, ''))
        ? [`holds a URL that runs a script: <${tagName} ${name}>`]
        : [];
    }),
  ];
}

function messagesHold(expect: CaseExpectation, { outcome, project = '' }: Played): string[] {
  const failures: string[] = [];
  const { exit, output, stdout } = outcome;
  const shown = `\n${output.trim().slice(0, 600)}`;
  if (expect.exit !== undefined && exit !== null && ![expect.exit].flat().includes(exit))
    failures.push(`exit ${exit}, expected ${[expect.exit].flat().join(' or ')}${shown}`);
  const codes = new Set(output.match(/(?<=\b(?:error|warning|notice)\b )[a-z]+\/[a-z][a-z0-9-]+|(?<="code": ?")[a-z]+\/[a-z][a-z0-9-]+/g));
  if (expect.codes?.length === 0 && /^(?:\S+:\d+:\d+ )?(?:error|warning) \w+\//m.test(output))
    failures.push(`a problem is reported where none is expected${shown}`);
  for (const code of expect.codes ?? []) if (!codes.has(code)) failures.push(`${code} is not reported${shown}`);
  for (const code of expect.notCodes ?? []) if (codes.has(code)) failures.push(`${code} is reported${shown}`);
  for (const source of expect.says ?? []) if (!regex(source).test(output)) failures.push(`the output does not say /${source}/${shown}`);
  for (const source of expect.saysNot ?? []) if (regex(source).test(output)) failures.push(`the output says /${source}/${shown}`);
  for (const [source, times] of Object.entries(expect.times ?? {})) {
    const found = output.match(regex(source, 'g'))?.length ?? 0;
    if (found !== times) failures.push(`the output says /${source}/ ${found} times, expected ${times}${shown}`);
  }
  if (expect.errors) failures.push(...errorsHold(expect.errors, stdout, pathsOf(project)));
  if (expect.seconds !== undefined && outcome.seconds > expect.seconds)
    failures.push(`took ${outcome.seconds.toFixed(1)} s, limit ${expect.seconds} s`);
  if (expect.megabytes !== undefined) {
    if (outcome.megabytes === 0) failures.push('the memory of the process could not be measured');
    else if (outcome.megabytes > expect.megabytes) failures.push(`used ${Math.round(outcome.megabytes)} MB, limit ${expect.megabytes} MB`);
  }
  return failures;
}

interface Reported {
  readonly severity: string;
  readonly code: string;
  readonly location?: { readonly file: string; readonly line: number; readonly column: number };
}

function errorsHold(expected: NonNullable<CaseExpectation['errors']>, stdout: string, source: readonly string[]): string[] {
  let reported: readonly Reported[];
  try {
    reported = JSON.parse(stdout) as Reported[];
  } catch {
    return ['the output is not the array that --format json prints'];
  }
  return Object.entries(expected).flatMap(([pattern, codes]) => {
    const [before = '', after = ''] = pattern.split('{n}');
    const isMeant = (path: string) =>
      path.startsWith(before) && path.endsWith(after) && /^\d+$/.test(path.slice(before.length, -after.length));
    const files = pattern.includes('{n}') ? source.filter(isMeant) : [pattern];
    return [
      ...(files.length === 0 ? [`the project has no file ${pattern}`] : []),
      ...files.flatMap((file) =>
        errorsOfFile(
          file,
          codes,
          reported.filter(({ location }) => location?.file === file),
        ),
      ),
    ];
  });
}

function errorsOfFile(file: string, codes: readonly string[] | 'some', own: readonly Reported[]): string[] {
  const found = [...new Set(own.filter(({ severity }) => severity === 'error').map(({ code }) => code))].sort();
  const isPlaced = own.every(({ location }) => (location?.line ?? 0) >= 1 && (location?.column ?? 0) >= 1);
  const isRight = codes === 'some' ? found.length > 0 : found.join() === [...codes].sort().join();
  const wanted = codes === 'some' ? 'some' : codes.join(', ') || 'none';
  return [
    ...(isRight ? [] : [`${file}: errors ${found.join(', ') || 'none'}, expected ${wanted}`]),
    ...(isPlaced ? [] : [`${file}: a diagnostic without a line and a column`]),
  ];
}

function outputHolds(expect: CaseExpectation, { out, before, answers }: Played): string[] {
  const failures: string[] = [];
  if (expect.output === 'unchanged' && hashTree(out) !== before) failures.push('the output folder was changed');
  if (expect.output === 'absent' && existsSync(out)) failures.push('an output folder was left behind');
  const texts = [...textsIn(out)];
  if (expect.html) {
    const pages = texts.filter(({ path }) => path.endsWith('.html')).map(({ text }) => text);
    failures.push(...textHolds(expect.html, [...pages, ...answers.map(({ answer }) => answer.body)], 'the HTML'));
  }
  for (const [source, wanted] of Object.entries(expect.content ?? {})) failures.push(...contentHolds(source, wanted, texts));
  if (expect.files) {
    const paths = pathsOf(out);
    const matching = (source: string) => paths.filter((path) => regex(source).test(path));
    for (const source of expect.files.has ?? []) if (matching(source).length === 0) failures.push(`no file matches /${source}/`);
    for (const source of expect.files.lacks ?? []) failures.push(...matching(source).map((path) => `${path} was written`));
    for (const [source, count] of Object.entries(expect.files.count ?? {})) {
      const found = matching(source);
      if (found.length !== count)
        failures.push(`${found.length} files match /${source}/, expected ${count}: ${found.slice(0, 10).join(', ')}`);
    }
  }
  return failures;
}

/** The text files whose path matches, held against what they must hold. */
export function contentHolds(source: string, wanted: TextExpectation, texts: Iterable<FileText>): string[] {
  const pattern = regex(source);
  const chosen = [...texts].filter(({ path }) => pattern.test(path)).map(({ text }) => text);
  return [...(chosen.length === 0 ? [`no text file matches /${source}/`] : []), ...textHolds(wanted, chosen, `/${source}/`)];
}

export function answersHold(expect: CaseExpectation, { answers }: Pick<Played, 'answers'>): string[] {
  return answers.flatMap(({ request, answer }) => {
    const failures: string[] = [];
    const allowed = [request.status ?? expect.status ?? []].flat();
    if (allowed.length > 0 && !allowed.includes(answer.status)) failures.push(`${answer.status}, expected ${allowed.join(' or ')}`);
    failures.push(...textHolds({ has: request.has, lacks: request.lacks }, [answer.body], 'the body'));
    for (const [name, wanted] of Object.entries(request.answer ?? {})) {
      const value = answer.headers.get(name.toLowerCase());
      if (wanted === null ? value !== undefined : value === undefined || !regex(wanted).test(value))
        failures.push(
          `${name} is ${value === undefined ? 'absent' : JSON.stringify(value)}, expected ${wanted === null ? 'none' : `/${wanted}/`}`,
        );
    }
    return failures.map((failure) => `${nameOf(request)}: ${failure}`);
  });
}

function nameOf({ raw, method = 'GET', path = '/', as }: CaseRequest): string {
  const line = raw === undefined ? `${method} ${path}` : JSON.stringify(raw).slice(0, 60);
  return as === undefined ? line : `${line} as ${as}`;
}

function textHolds({ has = [], lacks = [], all = [] }: TextExpectation, texts: readonly string[], where: string): string[] {
  return [
    ...has.filter((wanted) => !texts.some((text) => holds(text, wanted))).map((wanted) => `${where} lacks ${JSON.stringify(wanted)}`),
    ...all
      .filter((wanted) => !texts.every((text) => holds(text, wanted)))
      .map((wanted) => `not all of ${where} have ${JSON.stringify(wanted)}`),
    ...lacks.filter((wanted) => texts.some((text) => holds(text, wanted))).map((wanted) => `${where} holds ${JSON.stringify(wanted)}`),
  ];
}

/** As text, and as a regular expression where it is one: neither reading lets something through. */
export function holds(text: string, wanted: string): boolean {
  if (text.includes(wanted)) return true;
  try {
    return regex(wanted).test(text);
  } catch {
    return false;
  }
}

/** `^` and `$` mean lines. */
export function regex(source: string, flags = ''): RegExp {
  try {
    return new RegExp(source, `mu${flags}`);
  } catch {
    return new RegExp(source, `m${flags}`);
  }
}

export function pathsOf(folder: string, except?: RegExp): string[] {
  if (!existsSync(folder)) return [];
  const found = (at: string): string[] =>
    readdirSync(join(folder, at), { withFileTypes: true }).flatMap((entry) => {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (except?.test(path)) return [];
      if (entry.isDirectory()) return found(path);
      return entry.isFile() || entry.isSymbolicLink() ? [path] : [];
    });
  return found('').sort();
}

interface FileText {
  readonly path: string;
  readonly text: string;
}

/** Every file of a folder that is text, compressed ones unpacked. @param except paths, from their beginning, that are not looked at. */
export function* textsIn(folder: string, except?: RegExp): Generator<FileText> {
  for (const path of pathsOf(folder, except)) {
    if (/\.(?:png|jpe?g|gif|webp|avif|woff2?|ttf|mp4|webm|wasm|ico)$/i.test(path)) continue;
    const bytes = readFileSync(join(folder, path));
    yield { path, text: (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8') };
  }
}
