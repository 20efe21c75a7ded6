/** What stands at an address right now, for a browser that asks and for a page that is open. */

import type { Diagnostic } from '../../model/diagnostic.ts';
import { mergeDuplicates } from '../../project/build/result.ts';
import type { LiveResponse } from '../../project/live/live-responses.ts';
import type { LiveSite } from '../../project/live/live-site.ts';
import type { DevFinding, DevState } from '../../shared/site/dev-channel.ts';
import { encodePath } from '../../shared/url.ts';
import { fileOfListed } from './create-page.ts';
import { type DevPage, devPage, pageWithoutSite } from './dev-page.ts';

/** `hash` of the page is what open pages compare; files and redirects are sent as they are. */
export type View =
  | { readonly kind: 'page'; readonly status: 200 | 404 | 500; readonly page: DevPage; readonly answer: LiveResponse }
  | Extract<LiveResponse, { kind: 'file' | 'redirect' }>;

/** More would bury the page: the terminal has them all. */
const maxFindings = 50;
const maxFiles = 200;

/** One for each start. `base` as configured, `token` that of this start. */
export class Views {
  readonly #live: LiveSite;
  readonly #token: string;
  readonly #base: string;
  /** Address → the file that was shown there, to name it when it is gone. */
  readonly #shown = new Map<string, string>();

  /** Address of a published file → when it was written, in writings since the start. */
  readonly #files = new Map<string, number>();
  #written = 0;

  constructor(live: LiveSite, base: string, token: string) {
    this.#live = live;
    this.#base = base;
    this.#token = token;
  }

  /** `path` as `LiveSite.answer` takes it. */
  async view(path: string): Promise<View> {
    const answer = await this.#live.answer(path);
    switch (answer.kind) {
      case 'page':
        if (answer.page.file !== undefined) this.#shown.set(path, answer.page.file);
        return { kind: 'page', status: 200, page: this.#devPage(answer.html), answer };
      case 'nothing':
        return { kind: 'page', status: 404, page: this.#devPage(answer.html), answer };
      case 'no-site':
        return { kind: 'page', status: 500, page: this.#devPage(pageWithoutSite()), answer };
      default:
        return answer;
    }
  }

  /** What a page that is open at `path` is told. */
  async state(path: string): Promise<DevState> {
    const view = await this.view(path);
    const answer = view.kind === 'page' ? view.answer : view;
    const checked = this.#live.checked;
    const all = checked?.all ?? this.#live.diagnostics;
    const count = (severity: Diagnostic['severity']) => all.filter((found) => found.severity === severity).length;
    const siteErrors = this.#live.siteDiagnostics.filter(({ severity }) => severity === 'error');
    const file = answer.kind === 'page' ? answer.page.file : undefined;
    const found = answer.kind === 'page' ? answer.diagnostics : [];
    const own = mergeDuplicates(file === undefined ? found : [...found, ...(checked?.byFile.get(file) ?? [])]);
    const absent = answer.kind === 'page' ? undefined : this.#absent(path);
    return {
      hash: view.kind === 'page' ? view.page.hash : '',
      files: Object.fromEntries(this.#files),
      ...(file !== undefined && { file }),
      ...(absent && { absent }),
      findings: [...siteErrors, ...own].sort(bySeverity).slice(0, maxFindings).map(findingOf),
      isOutdated: !this.#live.isCurrent,
      errors: count('error'),
      warnings: count('warning'),
      notices: count('notice'),
      isChecked: checked !== undefined,
      ...this.#live.progress,
      missing: this.missingFiles,
    };
  }

  /** Notes which of these files pages may show by their own address. */
  noteWritten(paths: readonly string[]): void {
    for (const path of paths) {
      if (!this.#live.isPublished(path)) continue;
      const address = this.#base + encodePath(`/${path}`);
      this.#files.delete(address);
      this.#files.set(address, ++this.#written);
    }
    // The oldest first: pages that are open have long heard of them.
    for (const address of this.#files.keys()) if (this.#files.size > maxFiles) this.#files.delete(address);
  }

  /** Files of pages that are listed and not there. */
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
