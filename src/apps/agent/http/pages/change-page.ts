/** The page of a change of the local code host, which corresponds to a pull request page. */
import type { Project } from '../../../../model/agent/project.ts';
import type { LocalChange } from '../../../../model/agent/run-turn.ts';
import { diffView, filesTable } from './change-parts.ts';
import { page, pill, time } from './frame.ts';
import { html } from './html.ts';
import { prose } from './prose.ts';

/** @param token CSRF token of the session, for the forms. */
export function changePage(project: Project, change: LocalChange, token: string, problem?: string): string {
  const href = `/changes/${project.id}/${change.number}`;
  const form = (action: string, label: string, className: string) =>
    html`<form class="inline" method="post" action="${href}/${action}"><input type="hidden" name="token" value="${token}">${action === 'merge' && html`<input type="hidden" name="commit" value="${change.commit ?? ''}">`}<button class="${className}">${label}</button></form>`;
  return page({
    title: `${change.title} · #${change.number}`,
    token,
    content: html`<h1>${change.title} <span class="quiet">#${change.number}</span></h1>
<p class="row">${pill(change.state)} ${change.isDraft && pill('draft')}
<span class="quiet"><code>${change.branch}</code> into <code>${change.base}</code> · ${time(change.createdAt)}</span></p>
${problem !== undefined && html`<p class="note" role="alert">${problem}</p>`}
${change.state === 'merged' && html`<p class="note good">Merged into <code>${change.base}</code>.</p>`}
${change.state === 'open' && html`<div class="row">${form('merge', `Merge into ${change.base}`, 'main')}${change.isBehind && form('update', `Update from ${change.base}`, '')}${form('close', 'Close', '')}</div>`}
${change.state === 'open' && change.isBehind && html`<p class="quiet"><code>${change.base}</code> has new commits. An update merges them, and the agent resolves conflicts. Reload the page to see the result.</p>`}
<div class="card padded">${prose(change.body)}</div>
<h2>Files</h2>${filesTable(change.files)}
<h2>Diff</h2>${diffView(change.diff)}
${change.comments.length > 0 && html`<h2>Comments</h2>${change.comments.map((comment) => html`<div class="card padded"><p class="text">${comment}</p></div>`)}`}`,
  });
}
