/** The operator pages: the list of jobs, one job, the projects and their limits. */

import type { ChangedFile, CheckFinding, JobStatus } from '../../../../model/agent/job.ts';
import type { Project } from '../../../../model/agent/project.ts';
import { fitted, oneLine } from '../../../../model/shorten.ts';
import type { ListedRow } from '../../../../platform/store/jobs.ts';
import type { EventRow, JobRow, TurnRow } from '../../../../platform/store/tables.ts';
import { type Allowance, usesPerWindow } from '../../jobs/limits.ts';
import { diffView, filesTable, findingsTable } from './change-parts.ts';
import { page, pill, time } from './frame.ts';
import { type Html, html } from './html.ts';

/** `problem` says why the last attempt failed; `next` is the page to return to. */
export function signInPage({ problem, next }: { readonly problem?: string; readonly next?: string | undefined }): string {
  return page({
    title: 'Sign in',
    content: html`<div class="sign-in"><h1>Sign in</h1>
<p class="quiet">Use an API key with the scope <code>admin</code>, or <code>merge</code> for access to changes only:<br><code>docsgen serve keys create --scope admin --project '*'</code></p>
${problem && html`<p class="note" role="alert">${problem}</p>`}
<form method="post" action="/admin/sign-in">${next !== undefined && html`<input type="hidden" name="next" value="${next}">`}<input type="text" name="username" value="operator" autocomplete="username" hidden><label for="key">API key</label>
<input id="key" name="key" type="password" autocomplete="current-password" required autofocus>
<button class="main">Sign in</button></form></div>`,
  });
}

/** One page of the job list. `status` is the active filter; undefined shows all jobs. */
export interface JobsView {
  readonly jobs: readonly (ListedRow & { readonly prompt: string })[];
  readonly status: JobStatus | undefined;
  /** Link to older jobs; undefined on the last page. */
  readonly nextHref: string | undefined;
  readonly token: string;
  readonly warning?: string | undefined;
}

/** Reloads every five seconds while a listed job is active. */
export function jobsPage({ jobs, status, nextHref, token, warning }: JobsView): string {
  const filters = [undefined, 'active', 'completed', 'failed', 'archived'] as const;
  return page({
    title: 'Jobs',
    current: 'jobs',
    token,
    warning,
    refreshSeconds: jobs.some((job) => job.status === 'active') ? 5 : undefined,
    content: html`<h1>Jobs</h1>
<p class="row">${filters.map((filter) =>
      filter === status
        ? html`<strong>${filter ?? 'all'}</strong>`
        : html`<a href="/admin${filter !== undefined && `?status=${filter}`}">${filter ?? 'all'}</a>`,
    )}</p>
${
  jobs.length === 0
    ? html`<div class="card empty">No jobs yet.</div>`
    : html`<div class="card"><table><thead><tr><th>State</th><th>Instruction</th><th class="small-hidden">Project</th><th class="small-hidden">Created</th><th>Change</th></tr></thead>
<tbody>${jobs.map(
        (job) => html`<tr><td class="narrow">${pill(job.status)}</td>
<td class="wide"><a href="${jobHref(job)}">${shortened(job.prompt)}</a></td>
<td class="narrow small-hidden quiet">${job.project_id}</td><td class="narrow small-hidden quiet">${time(job.created_at)}</td>
<td class="narrow">${job.pr_url !== null && html`<a href="${job.pr_url}">#${job.pr_number ?? ''}</a>`}</td></tr>`,
      )}</tbody></table></div>`
}
${nextHref !== undefined && html`<p><a href="${nextHref}">Older jobs</a></p>`}`,
  });
}

/** A job with its instructions, oldest first, and its events in order. */
export interface JobView {
  readonly job: JobRow;
  readonly turns: readonly TurnRow[];
  readonly events: readonly EventRow[];
  readonly token: string;
  readonly warning?: string | undefined;
}

/** Reloads every three seconds while the job is active. */
export function jobPage({ job, turns, events, token, warning }: JobView): string {
  const action = (name: string, label: string, className = '') =>
    html`<form class="inline" method="post" action="${jobHref(job)}/${name}"><input type="hidden" name="token" value="${token}"><button class="${className}">${label}</button></form>`;
  const fact = (name: string, value: string | number | Html | null) => value !== null && html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const files: ChangedFile[] = JSON.parse(job.files);
  const checks: CheckFinding[] = JSON.parse(job.checks);
  const refused = job.failure_code === 'policy_violation' ? refusedFiles(events) : [];
  return page({
    title: shortened(turns[0]?.prompt ?? job.id),
    current: 'jobs',
    token,
    warning,
    refreshSeconds: job.status === 'active' ? 3 : undefined,
    content: html`<h1>${shortened(turns[0]?.prompt ?? job.id)}</h1>
<div class="row">${pill(job.status)} <span class="quiet">${job.project_id} · ${time(job.created_at)}</span>
${job.pr_url !== null && html`<a href="${job.pr_url}">Change #${job.pr_number ?? ''}</a>`}
${job.status === 'active' && action('cancel', 'Cancel', 'danger')}
${job.status === 'failed' && action('retry', 'Try again', 'main')}
${(job.status === 'completed' || job.status === 'failed') && job.delivered_sha !== null && action('update', 'Update from base')}
${job.status !== 'archived' && action('archive', 'Archive')}</div>
${job.failure_code !== null && html`<p class="note" role="alert"><strong>${job.failure_code}</strong> ${job.failure_message ?? ''}</p>`}
${refused.length > 0 && html`<h2>Refused</h2><div class="card"><table><tbody>${refused.map((reason) => html`<tr><td class="wide">${reason}</td></tr>`)}</tbody></table></div>`}
<dl class="facts card">${fact('Id', html`<span class="code">${job.id}</span>`)}${fact('Stage', `${job.stage}, attempt ${job.attempt}`)}
${fact('Model', job.model)}${fact('Used', `${job.input_tokens} in, ${job.output_tokens} out, ${job.steps} steps`)}
${fact('Base', `${job.repository} ${job.ref}`)}${fact('Branch', job.commit_sha === null ? null : job.branch)}
${fact('Commit', job.commit_sha === null ? null : html`<span class="code">${job.commit_sha.slice(0, 12)}</span>`)}</dl>
<h2>Instructions</h2>
${turns.map(
  (turn) => html`<div class="card padded"><p class="text">${turn.prompt}</p>
${turn.summary !== '' && html`<p class="text quiet">${turn.summary}</p>`}</div>`,
)}
<h2>Files</h2>${filesTable(files)}
<h2>Check</h2>${findingsTable(checks)}
<h2>Diff</h2>${diffView(job.diff ?? '')}
<h2>Events</h2><div class="card"><table><tbody>${events.map(
      (
        event,
      ) => html`<tr><td class="narrow quiet code">${new Date(event.at).toISOString().slice(11, 19)}</td><td class="narrow">${event.kind}</td>
<td class="wide code quiet">${event.data === '{}' ? '' : shortened(event.data, 300)}</td></tr>`,
    )}</tbody></table></div>`,
  });
}

/** The files that the change policy rejected in the last turn, each with the reason. */
function refusedFiles(events: readonly EventRow[]): readonly string[] {
  const last = events.findLast(({ kind }) => kind === 'policy');
  return last ? (JSON.parse(last.data) as { violations: readonly string[] }).violations : [];
}

/** `left` is the number of jobs that each project may still create this hour. */
export function projectsPage(
  projects: readonly { readonly project: Project; readonly left: Allowance }[],
  token: string,
  warning?: string,
): string {
  return page({
    title: 'Projects',
    current: 'projects',
    token,
    warning,
    content: html`<h1>Projects</h1>
${
  projects.length === 0
    ? html`<div class="card empty">No projects yet: <code>docsgen serve projects add</code></div>`
    : html`<div class="card"><table><thead><tr><th>Project</th><th>Repository</th><th class="small-hidden">Model</th><th>Jobs this hour</th></tr></thead>
<tbody>${projects.map(
        ({ project, left }) => html`<tr><td class="narrow"><strong>${project.id}</strong></td>
<td class="wide">${project.repository}<br><span class="quiet">${project.host}, ${project.ref}, ${project.docs || '/'}</span></td>
<td class="small-hidden wide quiet">${project.model}</td>
<td class="narrow">${usesPerWindow - left.remaining} of ${usesPerWindow}<progress class="meter" max="${usesPerWindow}" value="${usesPerWindow - left.remaining}"></progress></td></tr>`,
      )}</tbody></table></div>`
}`,
  });
}

/** The page at the root URL, for people who open it in a browser and may expect a built site. */
export function startPage(): string {
  return page({
    title: 'Start',
    content: html`<h1>docsgen agent service</h1>
<p>This service receives instructions from programs and edits documentation accordingly. To see <a href="/admin">the jobs</a>, sign in with a key that has
the scope <code>admin</code>. Programs can read <a href="/openapi.json">the description of the API</a>.</p>
<p>To serve a built site, pass its folder: <code>docsgen serve dist</code></p>`,
  });
}

/** A page with a heading and a sentence, for errors. */
export function messagePage(title: string, message: string): string {
  return page({ title, content: html`<h1>${title}</h1><p>${message}</p>` });
}

function jobHref(job: Pick<JobRow, 'id' | 'project_id'>): string {
  return `/admin/jobs/${job.project_id}/${job.id}`;
}

function shortened(text: string, maxLength = 120): string {
  return fitted(oneLine(text), maxLength);
}
