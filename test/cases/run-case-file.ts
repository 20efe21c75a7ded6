/** Runs every case of a file, two at a time (this is what a small machine bears), and tells each outcome in file order. */

import { removeBuiltSites } from '../apps/serve/served-project.ts';
import { type BadInputCase, type CaseFile, type ConfigCase, type Outcome, readCaseFile, type SpecificationCase } from './case-file.ts';
import { runConfigCase } from './config-case.ts';
import { removeKept } from './kept.ts';
import { runBadInput } from './run-bad-input.ts';
import { runSpecificationCase } from './specification-case.ts';

export interface CaseChoice {
  /** Ids or names of the cases to run; all without it. */
  readonly only?: readonly string[] | undefined;
}

export async function runCaseFile(path: string, choice: CaseChoice, tell: (outcome: Outcome) => void): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const chosen = (name: string) => choice.only === undefined || choice.only.includes(name);
  const reported = (outcome: Outcome) => {
    outcomes.push(outcome);
    tell(outcome);
  };
  const file: CaseFile = readCaseFile(path);
  if (file.form === 'later') {
    for (const name of file.names) reported({ name, status: 'skipped', reason: `${file.what} come with a later version` });
  } else if (file.form === 'config') {
    for (const entry of file.cases.filter((each) => chosen(each.name)))
      reported(await guarded(entry.name, () => runConfigCase(entry satisfies ConfigCase)));
  } else if (file.form === 'playground') {
    const { runPlaygroundCases } = await import('./playground/run-playground.ts');
    await runPlaygroundCases(
      file.cases.filter((each) => chosen(each.id)),
      reported,
    );
  } else if (file.form === 'agent') {
    const { agentCases, endAgentCases, runAgentCase } = await import('../apps/agent/cases/index.ts');
    for (const { number, name } of file.cases.filter((each) => chosen(String(each.number)))) {
      const entry = agentCases.find((each) => each.number === number);
      const outcome = entry ? await runAgentCase(entry) : undefined;
      if (!outcome) reported({ name, status: 'skipped', reason: 'this version has nothing that plays the case' });
      else if (outcome.status === 'passed') reported({ name, status: 'passed', note: outcome.words });
      else reported({ name, ...outcome });
    }
    await endAgentCases();
  } else if (file.form === 'specifications') {
    for (const entry of file.cases.filter((each) => chosen(each.name)))
      reported(await guarded(entry.name, () => runSpecificationCase(entry satisfies SpecificationCase)));
  } else {
    await inPairs(
      file.cases.filter((each) => chosen(each.id)),
      (entry) => guarded(entry.id, () => runBadInput(entry satisfies BadInputCase)),
      reported,
    );
    await removeKept();
    await removeBuiltSites();
  }
  return outcomes;
}

/** A runner that throws has failed its case, not the run. */
async function guarded(name: string, run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    return { name, status: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

async function inPairs<T>(entries: readonly T[], run: (entry: T) => Promise<Outcome>, tell: (outcome: Outcome) => void): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < entries.length) tell(await run(entries[next++] as T));
  };
  await Promise.all([worker(), worker()]);
}
