/** The JSON messages between docsgen and author code. */
import type { RefusedHtml } from '../author-html.ts';

/** One module of a page's program, as sent to the sandbox. */
export interface ModuleLinks {
  /** Unique in the page; stack traces and references contain it. */
  readonly id: string;
  /** Import specifier → module id; null if it does not exist. */
  readonly links: Readonly<Record<string, string | null>>;
  /** Module-level functions and classes; each is exported as `$name` in addition to the author's exports. */
  readonly functions: readonly string[];
  /** Literal icon names in its code. */
  readonly icons: readonly string[];
  /** Export names that importers use but the module does not have. */
  readonly missingExports: readonly string[];
}

/** A page to render. */
export interface RenderJob {
  readonly file: string;
  /** The module whose default export is the page. */
  readonly entry: string;
  readonly modules: readonly ModuleLinks[];
  /** URL prefix of the site, `` or `/docs`, added to site paths in the author's elements. */
  readonly base: string;
  /** As configured; by default the messages of components are English. */
  readonly language?: string;
  /** Ids of the page's headings. */
  readonly anchors?: readonly string[];
  /** The time of every clock, in milliseconds since 1970. */
  readonly now: number;
}

/** A component that runs in the browser. */
export interface LiveComponent {
  readonly module: string;
  readonly name: string;
  /** References (`module#name`) in its props. */
  readonly references: readonly string[];
}

const problemKinds = [
  /** Any other exception. */
  'threw',
  /** An unhandled promise rejection. */
  'rejected',
  'undefined-name',
  /** A global that only Node.js has. */
  'forbidden-name',
  'code-from-text',
  /** The engine ran out of memory. */
  'memory',
  /** Time ran out while promises were settled. */
  'timeout',
  /** A function that cannot be passed to an island. */
  'island-prop',
  'url-scheme',
  'event-handler',
] as const;

/** A problem during rendering, without a location: `evaluator.ts` determines it from the stack. */
export interface Problem {
  readonly kind: (typeof problemKinds)[number];
  /** Name of the component being rendered; undefined for the page itself. */
  readonly component?: string;
  /** For names and `island-prop` the name, for rejected props `name="value"`, else the thrown message. */
  readonly message: string;
  /** Stack lines contain `scriptName` of a module; at most 8,000 characters. */
  readonly stack?: string;
}

/** Created next to author code: every field is validated before use (`readOutcome`). */
export interface RenderOutcome {
  readonly html: string;
  /** Each component once, however often it is rendered. */
  readonly live: readonly LiveComponent[];
  readonly problems: readonly Problem[];
}

/** Limit for one page, because faulty code often fails many times. */
export const maxProblems = 100;
const maxMessageLength = 1000;
const maxStackLength = 8000;

/** Validates the text from a page: only strings of the expected shape are used. Undefined if it is invalid. */
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
          message: message.slice(0, maxMessageLength),
          ...(typeof component === 'string' && { component: component.slice(0, maxMessageLength) }),
          ...(typeof stack === 'string' && { stack: stack.slice(0, maxStackLength) }),
        })),
    };
  } catch {
    return undefined;
  }
}

/** What the engine consists of, the same for all sites and workers. */
export interface EngineCode {
  /** QuickJS. Workers share what V8 has compiled of it. */
  readonly wasm: WebAssembly.Module;
  /** Hash of its file. */
  readonly wasmHash: string;
  /** Text of the runtime script. */
  readonly runtime: string;
  /** Memory of an engine that has loaded the runtime (`engine-image.ts`); without it, workers interpret the runtime. */
  readonly image?: Uint8Array;
}

/** Start parameters of the worker thread. */
export interface WorkerSettings {
  readonly code: EngineCode;
  readonly limits: PageLimits;
}

/** Limits of one page, from `docsgen.limits` in docs.json. */
export interface PageLimits {
  /** Processor time from when the worker receives the page. */
  readonly seconds: number;
  /** Memory of the engine, including code and stack. */
  readonly heapMiB: number;
}

/** One page, with the code of the modules that this worker does not have. */
export interface WorkerRequest {
  /** JSON of a `RenderJob`. */
  readonly job: string;
  /** In loading order; `code` is undefined for a script that the worker has cached. */
  readonly scripts: readonly { readonly id: string; readonly version: string; readonly code: string | undefined; readonly keep: boolean }[];
}

/** Facts about a page that was rendered completely. */
interface DoneReply {
  readonly kind: 'done';
  /** Whether an allocation failed, even if the page continued. */
  readonly exceededMemory: boolean;
  /** Whether time ran out before all promises were settled. */
  readonly exceededTime: boolean;
  /** Whether the worker can process another page. */
  readonly isReusable: boolean;
}

/** The result for a page. `stack` is where the engine stopped. */
export type EngineReply =
  /** JSON of a `RenderOutcome`, created by the page: validate before use. */
  (DoneReply & { readonly outcome: string }) | StoppedReply;

/** The same with a parsed and validated outcome; that happens within the time and memory limits of the page. */
export type WorkerReply =
  /** HTML that follows the element rules; `refused` lists what was removed. */
  (DoneReply & { readonly outcome: RenderOutcome; readonly refused: readonly RefusedHtml[] }) | StoppedReply;

type StoppedReply =
  | { readonly kind: 'timeout'; readonly stack?: string }
  | { readonly kind: 'memory'; readonly stack?: string }
  /** Thrown past the runtime. */
  | { readonly kind: 'broken'; readonly message?: string };

/** The `Intl` constructors available to pages. */
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

/** Every option of the `Intl` constructors. */
export const intlOptions: readonly string[] = (
  'localeMatcher calendar numberingSystem hour12 hourCycle timeZone weekday era year month day dayPeriod hour minute second ' +
  'fractionalSecondDigits timeZoneName formatMatcher dateStyle timeStyle style currency currencyDisplay currencySign unit unitDisplay ' +
  'minimumIntegerDigits minimumFractionDigits maximumFractionDigits minimumSignificantDigits maximumSignificantDigits roundingIncrement ' +
  'roundingMode roundingPriority trailingZeroDisplay notation compactDisplay useGrouping signDisplay usage sensitivity ignorePunctuation ' +
  'numeric caseFirst collation type fallback languageDisplay granularity language script region years yearsDisplay months monthsDisplay ' +
  'weeks weeksDisplay days daysDisplay hours hoursDisplay minutes minutesDisplay seconds secondsDisplay milliseconds millisecondsDisplay ' +
  'microseconds microsecondsDisplay nanoseconds nanosecondsDisplay fractionalDigits'
).split(' ');

/** A request from a page to the host (`host-functions.ts`), as JSON. Arguments are text with a type prefix (`hostArgument`). */
export interface HostRequest {
  readonly tool: IntlTool | 'Intl' | 'Locale' | 'Date' | 'Math';
  readonly method: string;
  readonly locales: readonly string[];
  readonly options: Readonly<Record<string, string | number | boolean>>;
  readonly args: readonly string[];
}

/** JSON: plain data, or the class and message of an exception. */
export interface HostResponse {
  readonly value?: unknown;
  readonly error?: { readonly name: string; readonly message: string };
}

/** Name of a module's script in the engine, by which stack lines are mapped. */
export function scriptName(module: string): string {
  return `docsgen-module:${module}`;
}

/** Globals of server-side runtimes: never defined, and reported when used. */
export const nodeGlobals: ReadonlySet<string> = new Set(
  'process require global module exports Buffer __dirname __filename Deno Bun'.split(' '),
);
