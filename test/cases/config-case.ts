/** One configuration and the verdict of the format's own tool on it, compared with our reading of the same file. */

import { memory } from '../../src/platform/files/memory.ts';
import { loadConfig } from '../../src/stages/config/index.ts';
import type { ConfigCase, Outcome } from './case-file.ts';
import { compareVerdicts } from './verdict.ts';

/** What that tool accepts in silence and we refuse: code → why. */
const stricterHere: ReadonlyMap<string, string> = new Map([
  ['config/url-scheme', 'a link that runs a script is refused everywhere'],
  ['config/nav-pattern', 'two root patterns: the other tool drops one of them silently'],
  ['config/nav-children', 'two kinds of children: the other tool drops one of them silently'],
]);

export function runConfigCase(entry: ConfigCase): Outcome {
  const found = loadConfig({ files: memory({ 'docs.json': JSON.stringify(entry.config, null, 2) }) }).diagnostics;
  const errors = found.filter((diagnostic) => diagnostic.severity === 'error');
  return compareVerdicts(entry, errors, { stricter: stricterHere });
}
