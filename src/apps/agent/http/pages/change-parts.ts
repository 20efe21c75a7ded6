/** The parts that job pages and change pages share: the list of files, the diagnostics of the check, the diff. */
import type { ChangedFile, CheckFinding } from '../../../../model/agent/job.ts';
import { pill } from './frame.ts';
import { type Html, html } from './html.ts';

/** Characters of a diff that are shown. The API and git have the complete diff. */
const shownDiff = 400_000;

/** Lists the files in the order of git, which is by path. */
export function filesTable(files: readonly ChangedFile[]): Html {
  if (files.length === 0) return html`<p class="quiet">No files were changed.</p>`;
  return html`<div class="card"><table><tbody>${files.map(
    ({ path, change, additions, deletions }) =>
      html`<tr><td class="wide code">${path}</td><td class="narrow quiet">${change}</td><td class="narrow code">+${additions} −${deletions}</td></tr>`,
  )}</tbody></table></div>`;
}

/** A diagnostic without a location shows only its code. */
export function findingsTable(findings: readonly CheckFinding[]): Html {
  if (findings.length === 0) return html`<p class="quiet">The documentation check found no problems.</p>`;
  return html`<div class="card"><table><tbody>${findings.map(
    ({ severity, code, message, file, line }) =>
      html`<tr><td class="narrow">${pill(severity)}</td><td class="wide">${message}<br><span class="code quiet">${file}${line !== undefined && `:${line}`} ${code}</span></td></tr>`,
  )}</tbody></table></div>`;
}

/** Shows a unified diff. File headers are reduced to their path; the rest after 400,000 characters is omitted. */
export function diffView(diff: string): Html {
  if (diff === '') return html`<p class="quiet">There is no diff.</p>`;
  const lines = diff.slice(0, shownDiff).replace(/\n$/, '').split('\n');
  // The header lines about blobs and modes are hidden. They precede the first hunk of a file; inside a hunk, a line that looks the
  // same is file content, such as a removed "-- word".
  let isHead = true;
  const shown = lines.map((line) => {
    if (line.startsWith('diff --git')) isHead = true;
    else if (line.startsWith('@@')) isHead = false;
    return isHead && /^(?:index |--- |\+\+\+ |similarity |old mode|new mode|new file mode|deleted file mode)/.test(line)
      ? ''
      : diffLine(line);
  });
  return html`<div class="card diff" tabindex="0" role="region" aria-label="Diff"><pre>${shown}</pre></div>
${diff.length > shownDiff && html`<p class="quiet">The diff is too long to be shown completely.</p>`}`;
}

function diffLine(line: string): Html {
  if (line.startsWith('diff --git')) return html`<span class="file">${line.replace(/^diff --git a\/.* b\//, '')}</span>`;
  const kind = line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : line.startsWith('@@') ? 'hunk' : '';
  return html`<span class="${kind}">${line}</span>`;
}
