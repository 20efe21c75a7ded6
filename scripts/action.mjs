// The step of action.yml: checks the site with annotations. For a pull request, compares it with its base and writes one comment. On the
// default branch, builds the site. Reads the inputs of the action from `INPUT_…` and the event from the variables of GitHub Actions.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const { env } = process;
const input = (name) => env[`INPUT_${name}`] ?? '';
const dir = input('DIR') || '.';
const isStrict = input('STRICT') !== 'false';
const event = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8'));

const howToRead =
  'To read the differences, download the artifact `docs-preview`, run `docsgen serve .` in its folder and open `/_docsgen/preview.html`.';

/** GitHub rejects comments of more than 65,536 characters. */
const maxComment = 60_000;
const maxCommentPages = 30;

if (env.GITHUB_EVENT_NAME === 'pull_request_target') {
  // This event gives the token of the base repository to a job that reads files of a stranger.
  command('error', 'the docsgen action does not support the event pull_request_target; use pull_request');
  process.exit(1);
}

// Plugins of a fork would run with the access of this job. Anyone can cause other events, such as issue_comment and workflow_run, and their
// jobs often check out the branch of a fork.
const isFork = event.pull_request && event.pull_request.head.repo?.full_name !== event.pull_request.base.repo.full_name;
const ownEvents = ['create', 'merge_group', 'push', 'release', 'repository_dispatch', 'schedule', 'workflow_dispatch'];
const isTrusted = event.pull_request ? !isFork : ownEvents.includes(env.GITHUB_EVENT_NAME);
const plugins = isTrusted ? [] : ['--no-plugins'];
const options = [...plugins, ...(input('ALLOW_REMOTE') === '' ? [] : ['--allow-remote', input('ALLOW_REMOTE')])];
const checked = docsgen(['check', dir, '--format', 'github', ...options]);
process.stdout.write(checked.stdout);
printAsText(checked.stderr);
// Without `strict`, the next command decides: it fails only because of errors.
let failed = checked.status > 1 || (isStrict && checked.status !== 0);

if (event.pull_request) await comparePullRequest();
else if (env.GITHUB_REF === `refs/heads/${event.repository?.default_branch}`) buildSite();
else {
  if (checked.status !== 0 && !isStrict) failed ||= /^::error /m.test(checked.stdout);
  summarize(`### Documentation\n\n${verdict()}\n`);
}
process.exitCode = failed ? 1 : 0;

async function comparePullRequest() {
  const out = join(env.RUNNER_TEMP ?? '', 'docsgen-preview');
  const base = fetchedBase();
  let text = 'The pull request cannot be compared with its base, because git cannot fetch it.';
  if (base !== undefined) {
    const url = input('PREVIEW_URL') === '' ? [] : ['--url', input('PREVIEW_URL')];
    const preview = docsgen([
      ...[
        'preview',
        dir,
        '--base',
        base,
        `--base-name=${event.pull_request.base.ref}`,
        '--format',
        'markdown',
        '--out',
        out,
        '--force-clean',
      ],
      ...['--base-path', input('BASE_PATH'), ...url, ...options],
    ]);
    printAsText(preview.stderr);
    // 2: the base cannot be built, which the pull request did not cause.
    failed ||= preview.status !== 0 && preview.status !== 2;
    text = preview.stdout.trim() || 'There is no comparison with the base: see the log of this job.';
    if (existsSync(join(out, '_docsgen/preview.html'))) {
      output('preview', out);
      if (input('PREVIEW_URL') === '' && input('UPLOAD') !== 'false') text += `\n\n${howToRead}`;
    }
  }
  const body = `### Documentation\n\n${verdict()}\n\n${text}\n`;
  summarize(body);
  // The token of a job for a fork can only read.
  if (!isFork && input('COMMENT') !== 'false' && input('TOKEN') !== '') await writeComment(body);
}

function buildSite() {
  const out = join(env.RUNNER_TEMP ?? '', 'docsgen-site');
  const strict = isStrict ? ['--strict'] : [];
  const built = docsgen(['build', dir, '--out', out, '--base', input('BASE_PATH'), '--force-clean', ...strict, ...options]);
  printAsText(built.stdout + built.stderr);
  failed ||= built.status !== 0;
  if (!failed) output('site', out);
  summarize(
    `### Documentation\n\n${verdict()}\n\n${built.status === 0 ? 'The site was built.' : 'The site was not built: see the log of this job.'}\n`,
  );
}

/** One sentence about the check. */
function verdict() {
  if (checked.status === 0) return 'The check found no problems.';
  if (checked.status === 1) {
    const errors = counted('error');
    const found = [errors, counted('warning')].filter(Boolean).join(' and ') || 'problems';
    // Without errors, only `strict` fails the job.
    const reason = errors === '' && isStrict ? ' Warnings fail the job, because `strict` is on.' : '';
    return `The check found ${found}, shown next to the lines that cause them.${reason}`;
  }
  return 'The check could not run: see the log of this job.';
}

/** `2 warnings`, by the annotations of the check; empty if there are none. */
function counted(level) {
  const number = checked.stdout.split('\n').filter((line) => line.startsWith(`::${level} `)).length;
  return number === 0 ? '' : `${number} ${level}${number === 1 ? '' : 's'}`;
}

/** The commit to compare with, after fetching it; undefined if that is not possible. */
function fetchedBase() {
  const { head, base } = event.pull_request;
  const [, ...parents] = git('cat-file', '-p', 'HEAD').stdout.split('\n\n', 1)[0].split('parent ');
  const [first, second] = parents.map((text) => text.split('\n', 1)[0]);
  // By default, the checkout is a merge of the pull request into the current base.
  const isMerge = second !== undefined && second === head.sha;
  const fork = isMerge ? '' : git('merge-base', 'HEAD', base.sha).stdout.trim();
  const commit = isMerge ? first : fork || base.sha;
  const exists = () => git('cat-file', '-e', `${commit}^{commit}`).status === 0;
  if (!exists()) git('fetch', '--quiet', '--no-tags', '--depth=1', 'origin', commit);
  return exists() ? commit : undefined;
}

/** Writes the comment of this folder, or replaces its text. Problems are reported, but do not fail the job. */
async function writeComment(body) {
  const marker = `<!-- docsgen ${encodeURIComponent(dir)} -->`;
  const run = `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`;
  const text = `${marker}\n${shortened(body)}\n[Log and artifacts](${run})\n`;
  const comments = `issues/${event.pull_request.number}/comments`;
  try {
    const known = await ownComment(comments, marker);
    if (known === undefined) await request('POST', comments, { body: text });
    else if (known.body !== text) await request('PATCH', `issues/comments/${known.id}`, { body: text });
  } catch (error) {
    if ([401, 403, 404].includes(error.status))
      command('notice', 'the token cannot write comments; add "permissions: { contents: read, pull-requests: write }" to the job');
    else command('warning', `the comment was not written: ${error.status ?? error.name}`);
  }
}

/** Only comments of apps count, because anyone can write a comment with the marker. */
async function ownComment(path, marker) {
  for (let page = 1; page <= maxCommentPages; page++) {
    const comments = await request('GET', `${path}?per_page=100&page=${page}`);
    const found = comments.find(({ body, user }) => user?.type === 'Bot' && body?.startsWith(marker));
    if (found !== undefined || comments.length < 100) return found;
  }
  return undefined;
}

async function request(method, path, body) {
  const response = await fetch(`${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}/${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${input('TOKEN')}`,
      'user-agent': 'docsgen',
      'x-github-api-version': '2022-11-28',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw Object.assign(new Error('refused'), { status: response.status });
  return response.json();
}

/** Whole lines, so that the cut is not inside a table row or a link. */
function shortened(text) {
  if (text.length <= maxComment) return text;
  return `${text.slice(0, text.lastIndexOf('\n', maxComment))}\n\nThis comment is shortened. The summary of the job has the rest.\n`;
}

/** Runs docsgen without the secrets of the job, whatever their names: only these variables are passed on. */
function docsgen(args) {
  const isKept = ([name]) =>
    /^(?:PATH|HOME|USERPROFILE|(?:LOCAL)?APPDATA|SYSTEMROOT|COMSPEC|TMPDIR|TEMP|TMP|XDG_\w+|LANG|LC_\w+|TZ|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|DOCSGEN_(?:CACHE_KEY|WORKERS))$/i.test(
      name,
    );
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [join(root, 'bin/docsgen.js'), ...args], {
    encoding: 'utf8',
    env: { ...Object.fromEntries(Object.entries(env).filter(isKept)), NO_COLOR: '1', CI: '1' },
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { status: status ?? 70, stdout: stdout ?? '', stderr: `${stderr ?? ''}${error ? `${error.message}\n` : ''}` };
}

function git(...args) {
  return spawnSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Prints text that can contain the text of an author: nothing in it is a workflow command. */
function printAsText(text) {
  if (text === '') return;
  const end = randomUUID();
  process.stdout.write(`::stop-commands::${end}\n${text.replace(/\n?$/, '\n')}::${end}::\n`);
}

function command(level, message) {
  process.stdout.write(`::${level} title=docsgen::${message}\n`);
}

function summarize(text) {
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, text);
}

function output(name, value) {
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `${name}=${value}\n`);
}
