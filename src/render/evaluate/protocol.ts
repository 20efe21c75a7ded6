/** What crosses the wall between us and author code: JSON text, in these shapes and no others. */

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
  /** Bytes that all array buffers of the page may take together: they do not count towards the heap limit. */
  readonly bufferBytes: number;
}

/** A component that the browser must wake. */
export interface LiveComponent {
  readonly module: string;
  readonly name: string;
  /** References (`module#name`) that its props hold. */
  readonly references: readonly string[];
}

/** What went wrong while a page was drawn, still without a place: `evaluator.ts` finds it by the stack. */
export interface Fault {
  /**
   * `threw` is everything that is none of the others: a name that nobody defines, a function that an island cannot take
   * along, and attributes that are refused.
   */
  readonly kind: 'threw' | 'undefined-name' | 'island-prop' | 'url-scheme' | 'event-handler';
  /** Name of the component that was drawn; undefined for the page itself. */
  readonly component?: string;
  /** Class of what was thrown, e.g. `ReferenceError`. */
  readonly name?: string;
  /** For `undefined-name` and `island-prop` the name, for refused props `name="value"`, else what was thrown. */
  readonly message: string;
  /** Lines name `scriptName` of a module; at most 8,000 characters. */
  readonly stack?: string;
}

/** Comes as text out of a room where the author's code has run: every field is checked before it is used (`sandbox.ts`). */
export interface RenderOutcome {
  readonly html: string;
  /** Each component once, however often it is drawn. */
  readonly live: readonly LiveComponent[];
  readonly faults: readonly Fault[];
}

/** To a new sandbox process: what every page runs on. */
export interface SandboxStart {
  /** Text of the script (`Runtimes.sandbox`). */
  readonly runtime: string;
  /** Longest time of a page, should nobody else stop it. */
  readonly milliseconds: number;
}

/** One page, with the code of the modules that this process has not seen yet. */
export interface SandboxRequest {
  /** Counts up; the reply has the same. */
  readonly number: number;
  /** JSON of a `RenderJob`. */
  readonly job: string;
  /** Module id → script, in loading order; undefined for one that the process keeps already. */
  readonly scripts: readonly { readonly id: string; readonly version: string; readonly code: string | undefined; readonly keep: boolean }[];
}

/** Either an outcome or a fault; `number` is that of the request. */
export interface SandboxReply {
  readonly number: number;
  /** JSON of a `RenderOutcome`, made inside the sandbox: to be checked before use. */
  readonly outcome?: string;
  /** A script that could not be run at all. */
  readonly fault?: string;
}

/** Name under which the engine knows a module's script, so that stack lines lead back to it. */
export function scriptName(module: string): string {
  return `docsgen-module:${module}`;
}

/** What a program would need to reach the machine: never there, and an error to ask for. */
export const machineNames: ReadonlySet<string> = new Set(
  'process require global module exports Buffer __dirname __filename Deno Bun'.split(' '),
);
