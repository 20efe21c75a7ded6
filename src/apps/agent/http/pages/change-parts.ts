/** What pages of jobs and of changes have in common: the list of files, the findings of the check, the diff. */
import type { ChangedFile, CheckFinding } from '../../../../model/agent/job.ts';
import { pill } from './frame.ts';
import { type Html, html } from './html.ts';

/** Characters of a diff that are shown; the whole one is in the API and in git. */
const shownDiff = 400_000;

/** In the order of git, which is that of the paths. */
export function filesTable(files: readonly ChangedFile[]): Html {
  if (files.length === 0) return html`<p class="quiet">No files were changed.</p>`;
  return html`<div class="card"><table><tbody>${files.map(
    ({ path, change, additions, deletions }) =>
      html`<tr><td class="wide code">${path}</td><td class="narrow quiet">${change}</td><td class="narrow code">+${additions} −${deletions}</td></tr>`,
  )}</tbody></table></div>`;
}

/** A finding without a place shows its code alone. */
export function findingsTable(findings: readonly CheckFinding[]): Html {
  if (findings.length === 0) return html`<p class="quiet">The documentation check has no findings.</p>`;
  return html`<div class="card"><table><tbody>${findings.map(
    ({ severity, code, message, file, line }) =>
      html`<tr><td class="narrow">${pill(severity)}</td><td class="wide">${message}<br><span class="code quiet">${file}${line !== undefined && `:${line}`} ${code}</span></td></tr>`,
  )}</tbody></table></div>`;
}

/** A unified diff as git writes it. Heads of files become their path; more than 400,000 characters are cut. */
export function diffView(diff: string): Html {
  if (diff === '') return html`<p class="quiet">There is no diff.</p>`;
  const lines = diff.slice(0, shownDiff).replace(/\n$/, '').split('\n');
  // What git says about blobs and modes is not for people. It stands before the first place of a file: below it, a line of the same
  // look is a line of the file, such as a removed "-- word".
  let isHead = true;
  const shown = lines.map((line) => {
    if (line.startsWith('diff --git')) isHead = true;
    else if (line.startsWith('@@')) isHead = false;
    return isHead && /^(?:index |--- |\+\+\+ |similarity |old mode|new mode|new file mode|deleted file mode)/.test(line)
      ? ''
      : diffLine(line);
  });
  return html`<div class="card diff" tabindex="0" role="region" aria-label="Diff"><pre>${shown}</pre></div>
${diff.length > shownDiff && html`<p class="quiet">The diff is longer than what is shown here.</p>`}`;
}

function diffLine(line: string): Html {
  if (line.startsWith('diff --git')) return html`<span class="file">${line.replace(/^diff --git a\/.* b\//, '')}</span>`;
  const kind = line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : line.startsWith('@@') ? 'place' : '';
  return html`<span class="${kind}">${line}</span>`;
}
