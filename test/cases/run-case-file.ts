/** Runs every case of a file and reports each outcome in the order of the file. */
import { removeBuiltSites } from '../apps/serve/served-project.ts';
import { type Outcome, readCaseFile } from './case-file.ts';
import type { MalformedCase } from './case-format.ts';
import { removeKept } from './kept.ts';

export interface CaseChoice {
  /** Ids or names of the cases to run; all without it. */
  readonly only?: readonly string[] | undefined;
}

export async function runCaseFile(path: string, choice: CaseChoice, report: (outcome: Outcome) => void): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const isChosen = (name: string) => choice.only === undefined || choice.only.includes(name);
  const reported = (outcome: Outcome) => {
    outcomes.push(outcome);
    report(outcome);
  };
  const file = readCaseFile(path);
  switch (file.form) {
    case 'prose': {
      const { runHostileCase } = await import('./run-hostile-case.ts');
      for (const { id, data } of file.cases.filter((each) => isChosen(each.id)))
        reported(data ? await guarded(id, () => runHostileCase(data)) : { name: id, status: 'skipped', reason: 'is described in prose' });
      await removeKept();
      await removeBuiltSites();
      break;
    }
    case 'config': {
      const { runConfigCase } = await import('./config-case.ts');
      for (const entry of file.cases.filter(({ name }) => isChosen(name))) reported(await guarded(entry.name, () => runConfigCase(entry)));
      break;
    }
    case 'specifications': {
      const { runSpecificationCase } = await import('./specification-case.ts');
      for (const entry of file.cases.filter(({ name }) => isChosen(name)))
        reported(await guarded(entry.name, () => runSpecificationCase(entry)));
      break;
    }
    case 'playground': {
      const { runPlaygroundCases } = await import('./playground/run-playground.ts');
      const entries = file.cases.filter(({ id }) => isChosen(id));
      for (const entry of entries) if ('problem' in entry) reported(malformed(entry));
      await runPlaygroundCases(
        entries.filter((entry) => 'spec' in entry),
        reported,
      );
      break;
    }
    case 'agent': {
      const { agentCases, endAgentCases, runAgentCase } = await import('../apps/agent/cases/index.ts');
      for (const { number, name } of file.cases.filter((each) => isChosen(String(each.number)))) {
        const entry = agentCases.find((each) => each.number === number);
        const outcome = entry && (await runAgentCase(entry));
        if (!outcome) reported({ name, status: 'skipped', reason: 'this version has nothing that plays the case' });
        else if (outcome.status === 'passed') reported({ name, status: 'passed', note: outcome.words });
        else reported({ name, ...outcome });
      }
      await endAgentCases();
      break;
    }
    case 'hostile': {
      const { runHostileCase } = await import('./run-hostile-case.ts');
      for (const entry of file.cases.filter(({ id }) => isChosen(id)))
        reported('problem' in entry ? malformed(entry) : await guarded(entry.id, () => runHostileCase(entry)));
      await removeKept();
      await removeBuiltSites();
    }
  }
  return outcomes;
}

function malformed({ id, problem }: MalformedCase): Outcome {
  return { name: id, status: 'failed', reason: `not of the form: ${problem}` };
}

/** A runner that throws has failed its case, not the run. */
async function guarded(name: string, run: () => Promise<Outcome> | Outcome): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    return { name, status: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}
