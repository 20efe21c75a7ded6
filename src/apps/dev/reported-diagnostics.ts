/** Which diagnostics the terminal of `docsgen dev` has shown, so that it shows each once and reports fixed ones. */
import { type Diagnostic, diagnosticKey } from '../../model/diagnostic.ts';

/** What changed. `fixed` and `left` count errors and warnings, as the bar does. */
export interface ReportedChange {
  readonly found: readonly Diagnostic[];
  readonly fixed: number;
  readonly left: number;
  /** Notices of the first check, which are only counted. */
  readonly notices: number;
}

/** One for each session. */
export class ReportedDiagnostics {
  #shown: ReadonlyMap<string, Diagnostic> = new Map();
  /** Keys of `#shown` that only a check of the whole site finds. They stay until the next check. */
  #fromCheck: ReadonlySet<string> = new Set();
  #compiled: ReadonlySet<string> = new Set();
  #hasChecked = false;

  /** `found` are the diagnostics of a build. An unreadable project is not checked, so only its own errors can be fixed meanwhile. */
  compiled(found: readonly Diagnostic[], isCurrent: boolean): ReportedChange {
    // What a build only warns about in an API description can be an error of the description, which the check knows.
    const now = byKey(found.filter(({ code, severity }) => severity === 'error' || !code.startsWith('openapi/')));
    this.#compiled = new Set(now.keys());
    for (const [key, diagnostic] of this.#shown)
      if (this.#fromCheck.has(key) || (!isCurrent && diagnostic.severity !== 'error')) now.set(key, now.get(key) ?? diagnostic);
    return this.#show(now);
  }

  /** `all` are the diagnostics of a completed check, which include those of the build. */
  checked(all: readonly Diagnostic[]): ReportedChange {
    const now = byKey(all);
    this.#fromCheck = new Set([...now.keys()].filter((key) => !this.#compiled.has(key)));
    const change = this.#show(now);
    const notices = this.#hasChecked ? 0 : all.filter(({ severity }) => severity === 'notice').length;
    this.#hasChecked = true;
    return { ...change, notices };
  }

  #show(now: ReadonlyMap<string, Diagnostic>): ReportedChange {
    const before = this.#shown;
    this.#shown = now;
    const found = [...now].filter(([key, { severity }]) => !before.has(key) && (this.#hasChecked || severity !== 'notice'));
    const isFixed = ([key, diagnostic]: [string, Diagnostic]) => !now.has(key) && isProblem(diagnostic);
    return {
      found: found.map(([, diagnostic]) => diagnostic),
      fixed: [...before].filter(isFixed).length,
      left: [...now.values()].filter(isProblem).length,
      notices: 0,
    };
  }
}

function isProblem({ severity }: Diagnostic): boolean {
  return severity !== 'notice';
}

function byKey(diagnostics: readonly Diagnostic[]): Map<string, Diagnostic> {
  return new Map(diagnostics.map((found) => [`${found.severity} ${diagnosticKey(found)}`, found]));
}
