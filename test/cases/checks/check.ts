/** What a check found: sentences of what is wrong, none when all is right; or why this machine cannot tell. */
export type CheckResult = readonly string[] | { readonly skipped: string };

/** Plays a case that no command and no list of requests can say. `given` is `with` of the case. */
export type Check = (given: Readonly<Record<string, unknown>>) => Promise<CheckResult>;
