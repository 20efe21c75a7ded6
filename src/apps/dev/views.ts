/** What a URL currently shows, for requests and for open pages. */

import { type Diagnostic, diagnosticKey } from '../../model/diagnostic.ts';
import { mergeDuplicates } from '../../project/build/result.ts';
import type { LiveResponse } from '../../project/live/live-responses.ts';
import type { LiveSite } from '../../project/live/live-site.ts';
import type { DevFinding, DevState } from '../../shared/site/dev-channel.ts';
import { encodePath } from '../../shared/url.ts';
import { fileOfListed } from './create-page.ts';
import { type DevPage, devPage, pageWithoutSite } from './dev-page.ts';

/** Open pages compare the `hash` of the page. Files and redirects are sent unchanged. */
export type View =
  | { readonly kind: 'page'; readonly status: 200 | 404 | 500; readonly page: DevPage; readonly answer: LiveResponse }
  | Extract<LiveResponse, { kind: 'file' | 'redirect' }>;

/** Maximum number of diagnostics in a page. The terminal shows all of them. */
const maxFindings = 50;
const maxElsewhere = 20;
const maxFiles = 200;

/** One for each start. `base` comes from the configuration; `token` belongs to this start. */
export class Views {
  readonly #live: LiveSite;
  readonly #token: string;
  readonly #base: string;
  /** The last file that was shown at a URL, in order to name it after it was deleted. */
  readonly #shown = new Map<string, string>();

  /** URL of a published file → the sequence number of its last write. */
  readonly #files = new Map<string, number>();
  #written = 0;

  constructor(live: LiveSite, base: string, token: string) {
    this.#live = live;
    this.#base = base;
    this.#token = token;
  }

  /** `path` in the form of `LiveSite.answer`. */
  async view(path: string): Promise<View> {
    const response = await this.#live.answer(path);
    switch (response.kind) {
      case 'page':
        if (response.page.file !== undefined) this.#shown.set(path, response.page.file);
        return { kind: 'page', status: 200, page: this.#devPage(response.html), answer: response };
      case 'nothing':
        return { kind: 'page', status: 404, page: this.#devPage(response.html), answer: response };
      case 'no-site':
        return { kind: 'page', status: 500, page: this.#devPage(pageWithoutSite()), answer: response };
      default:
        return response;
    }
  }

  /** The state to send to a page that is open at `path`. */
  async state(path: string): Promise<DevState> {
    const view = await this.view(path);
    const response = view.kind === 'page' ? view.answer : view;
    const checked = this.#live.checked;
    const all = checked?.all ?? this.#live.diagnostics;
    const count = (severity: Diagnostic['severity']) => all.filter((diagnostic) => diagnostic.severity === severity).length;
    const siteErrors = this.#live.siteDiagnostics.filter(({ severity }) => severity === 'error');
    const file = response.kind === 'page' ? response.page.file : undefined;
    const pageDiagnostics = response.kind === 'page' ? response.diagnostics : [];
    const own = mergeDuplicates(file === undefined ? pageDiagnostics : [...pageDiagnostics, ...(checked?.byFile.get(file) ?? [])]);
    const shown = [...siteErrors, ...own].sort(bySeverity).slice(0, maxFindings);
    const keys = new Set(shown.map(diagnosticKey));
    const others = (checked?.all ?? []).filter((found) => found.severity !== 'notice' && !keys.has(diagnosticKey(found)));
    const absent = response.kind === 'page' ? undefined : this.#absent(path);
    return {
      hash: view.kind === 'page' ? view.page.hash : '',
      files: Object.fromEntries(this.#files),
      ...(file !== undefined && { file }),
      ...(absent && { absent }),
      findings: shown.map(findingOf),
      elsewhere: others.sort(bySeverity).slice(0, maxElsewhere).map(findingOf),
      isOutdated: !this.#live.isCurrent,
      errors: count('error'),
      warnings: count('warning'),
      notices: count('notice'),
      isChecked: checked !== undefined,
      ...this.#live.progress,
      missing: this.missingFiles,
    };
  }

  /** Records the written files that pages may show through their own URL. */
  markWritten(paths: readonly string[]): void {
    for (const path of paths) {
      if (!this.#live.isPublished(path)) continue;
      const address = this.#base + encodePath(`/${path}`);
      this.#files.delete(address);
      this.#files.set(address, ++this.#written);
    }
    // Removes the oldest first. Open pages were notified of them long ago.
    for (const address of this.#files.keys()) if (this.#files.size > maxFiles) this.#files.delete(address);
  }

  /** Files of listed pages that do not exist. */
  get missingFiles(): string[] {
    return [...(this.#live.site?.missing.values() ?? [])].flatMap((path) => fileOfListed(path) ?? []);
  }

  #absent(path: string): DevState['absent'] {
    const listed = this.#live.site?.missing.get(path);
    const file = listed === undefined ? undefined : fileOfListed(listed);
    if (file !== undefined) return { file, canBeCreated: true };
    const shown = this.#shown.get(path);
    return shown === undefined ? undefined : { file: shown, canBeCreated: false };
  }

  #devPage(html: string): DevPage {
    return devPage(html, this.#base, this.#token, this.#written);
  }
}

const severities: readonly Diagnostic['severity'][] = ['error', 'warning', 'notice'];

function bySeverity(a: Diagnostic, b: Diagnostic): number {
  return severities.indexOf(a.severity) - severities.indexOf(b.severity) || (a.location?.line ?? 0) - (b.location?.line ?? 0);
}

function findingOf({ severity, code, message, hint, location }: Diagnostic): DevFinding {
  return { severity, code, message, ...(hint !== undefined && { hint }), ...location };
}
