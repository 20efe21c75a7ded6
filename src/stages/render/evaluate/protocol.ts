/** What passes between docsgen and author code: JSON text, in these shapes and no others. */
import type { RefusedHtml } from '../author-html.ts';

/** One module of a page's program as the sandbox gets it. */
export interface ModuleLinks {
  /** Of all modules of the page: where its stack lines and references come from. */
  readonly id: string;
  /** Import specifier → module id; null for what is not there. */
  readonly links: Readonly<Record<string, string | null>>;
  /** Module-level functions and classes; each is exported as `$name` beside the author's own exports. */
  readonly functions: readonly string[];
  /** Icon names that stand in its code. */
  readonly icons: readonly string[];
  /** Export names that some module asks for and this one does not have. */
  readonly absent: readonly string[];
}

/** A page to render. */
export interface RenderJob {
  readonly file: string;
  /** Module whose default export is the page. */
  readonly entry: string;
  readonly modules: readonly ModuleLinks[];
  /** URL prefix of the site, `` or `/docs`: it stands before site paths in the author's elements. */
  readonly base: string;
  /** As configured; undefined = components speak English. */
  readonly language?: string;
  /** Ids that the page's headings have taken. */
  readonly anchors?: readonly string[];
  /** Milliseconds since 1970 that every clock shows. */
  readonly now: number;
}

/** A component that the browser must wake. */
export interface LiveComponent {
  readonly module: string;
  readonly name: string;
  /** References (`module#name`) that its props hold. */
  readonly references: readonly string[];
}

const problemKinds = [
  /** Whatever was thrown and is none of the others. */
  'threw',
  /** A promise was rejected, and nobody handled that. */
  'rejected',
  'undefined-name',
  /** A name that only Node.js has. */
  'forbidden-name',
  'code-from-text',
  /** The engine could not give more memory. */
  'memory',
  /** The time was over while a promise was settled. */
  'timeout',
  /** A function that an island cannot take along. */
  'island-prop',
  'url-scheme',
  'event-handler',
] as const;

/** What went wrong while a page was drawn, still without a place: `evaluator.ts` finds it by the stack. */
export interface Problem {
  readonly kind: (typeof problemKinds)[number];
  /** Name of the component that was drawn; undefined for the page itself. */
  readonly component?: string;
  /** For names and `island-prop` the name, for refused props `name="value"`, else what was thrown. */
  readonly message: string;
  /** Lines name `scriptName` of a module; at most 8,000 characters. */
  readonly stack?: string;
}

/** Made where the author's code has run: every field is checked before it is used (`readOutcome`). */
export interface RenderOutcome {
  readonly html: string;
  /** Each component once, however often it is drawn. */
  readonly live: readonly LiveComponent[];
  readonly problems: readonly Problem[];
}

/** Of one page: what code does wrong, it does wrong in numbers. */
export const maxProblems = 100;
const longestMessage = 1000;
const longestStack = 8000;

/** The page made this text: only strings of the expected shape are taken from it. Undefined for anything else. */
export function readOutcome(text: string): RenderOutcome | undefined {
  try {
    const { html, live, problems } = JSON.parse(text) as { readonly [name in keyof RenderOutcome]: unknown };
    if (typeof html !== 'string' || !Array.isArray(live) || !Array.isArray(problems)) return undefined;
    return {
      html,
      live: live
        .filter((one) => typeof one?.module === 'string' && typeof one.name === 'string' && Array.isArray(one.references))
        .map(({ module, name, references }) => ({
          module,
          name,
          references: references.filter((key: unknown) => typeof key === 'string'),
        })),
      problems: problems
        .filter((problem) => problemKinds.includes(problem?.kind) && typeof problem.message === 'string')
        .slice(0, maxProblems)
        .map(({ kind, component, message, stack }) => ({
          kind,
          message: message.slice(0, longestMessage),
          ...(typeof component === 'string' && { component: component.slice(0, longestMessage) }),
          ...(typeof stack === 'string' && { stack: stack.slice(0, longestStack) }),
        })),
    };
  } catch {
    return undefined;
  }
}

/** What the worker thread is started with. */
export interface WorkerSettings {
  /** Text of the script that every page runs on (`Runtimes.page`). */
  readonly runtime: string;
  readonly limits: PageLimits;
}

/** For one page; `docsgen.limits` of docs.json. */
export interface PageLimits {
  /** Of the wall clock, from when the worker takes the page. */
  readonly seconds: number;
  /** Of the engine's memory, code and stack included. */
  readonly heapMiB: number;
}

/** One page, with the code of the modules that this worker has not seen yet. */
export interface WorkerRequest {
  /** JSON of a `RenderJob`. */
  readonly job: string;
  /** In loading order; `code` is undefined for a script that the worker keeps already. */
  readonly scripts: readonly { readonly id: string; readonly version: string; readonly code: string | undefined; readonly keep: boolean }[];
}

/** What is known of a page that was drawn to its end. */
interface DoneReply {
  readonly kind: 'done';
  /** Whether memory was refused, even if the page went on without it. */
  readonly isFull: boolean;
  /** Whether the time was over before all promises were settled. */
  readonly isLate: boolean;
  /** Whether the worker may be given another page. */
  readonly isReusable: boolean;
}

/** What became of a page. `stack` is the engine's, where it ended. */
export type EngineReply =
  /** JSON of a `RenderOutcome`, made by the page: to be checked before use. */
  (DoneReply & { readonly outcome: string }) | StoppedReply;

/** The same when what the page made has been read and checked, all in the time and memory of the page. */
export type WorkerReply =
  /** HTML that keeps the rules for elements; `refused` was taken out of it. */
  (DoneReply & { readonly outcome: RenderOutcome; readonly refused: readonly RefusedHtml[] }) | StoppedReply;

type StoppedReply =
  | { readonly kind: 'timeout'; readonly stack?: string }
  | { readonly kind: 'memory'; readonly stack?: string }
  /** Thrown past our runtime. */
  | { readonly kind: 'broken'; readonly message?: string };

/** The constructors of `Intl` that pages have. */
export const intlTools = [
  'NumberFormat',
  'DateTimeFormat',
  'Collator',
  'PluralRules',
  'ListFormat',
  'RelativeTimeFormat',
  'DisplayNames',
  'DurationFormat',
  'Segmenter',
] as const;
/** Name of one of them. */
export type IntlTool = (typeof intlTools)[number];

/** Every option that a constructor of `Intl` reads. */
export const intlOptions: readonly string[] = (
  'localeMatcher calendar numberingSystem hour12 hourCycle timeZone weekday era year month day dayPeriod hour minute second ' +
  'fractionalSecondDigits timeZoneName formatMatcher dateStyle timeStyle style currency currencyDisplay currencySign unit unitDisplay ' +
  'minimumIntegerDigits minimumFractionDigits maximumFractionDigits minimumSignificantDigits maximumSignificantDigits roundingIncrement ' +
  'roundingMode roundingPriority trailingZeroDisplay notation compactDisplay useGrouping signDisplay usage sensitivity ignorePunctuation ' +
  'numeric caseFirst collation type fallback languageDisplay granularity language script region years yearsDisplay months monthsDisplay ' +
  'weeks weeksDisplay days daysDisplay hours hoursDisplay minutes minutesDisplay seconds secondsDisplay milliseconds millisecondsDisplay ' +
  'microseconds microsecondsDisplay nanoseconds nanosecondsDisplay fractionalDigits'
).split(' ');

/** What a page asks of the host (`host-functions.ts`), as JSON text. Arguments are text with a letter before it (`hostArgument`). */
export interface HostQuestion {
  readonly tool: IntlTool | 'Intl' | 'Locale' | 'Date' | 'Math';
  readonly method: string;
  readonly locales: readonly string[];
  readonly options: Readonly<Record<string, string | number | boolean>>;
  readonly args: readonly string[];
}

/** JSON text too: plain data, or the class and the message of what was thrown. */
export interface HostResponse {
  readonly value?: unknown;
  readonly error?: { readonly name: string; readonly message: string };
}

/** Name under which the engine knows a module's script, so that stack lines lead back to it. */
export function scriptName(module: string): string {
  return `docsgen-module:${module}`;
}

/** Globals of server-side runtimes: never there, and an error to ask for. */
export const machineNames: ReadonlySet<string> = new Set(
  'process require global module exports Buffer __dirname __filename Deno Bun'.split(' '),
);
