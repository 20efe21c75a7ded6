/** Names of languages as authors write them → the grammar that reads them. */
import { nearestName } from '../../../shared/nearest-name.ts';
import { loadOwn } from '../load.ts';

const plain = new Set([
  '',
  'text',
  'plaintext',
  'plain',
  'txt',
  'none',
  'nocopy',
  'output',
  'ascii',
  'tree',
  'log-output',
  'prompt',
  'raw',
]);

/** Names that Shiki does not know, or knows as something else than authors mean. */
const aliases = new Map([
  ['curl', 'bash'],
  ['env', 'dotenv'],
  ['.env', 'dotenv'],
  ['node', 'javascript'],
  ['nodejs', 'javascript'],
  ['node.js', 'javascript'],
  ['golang', 'go'],
  ['gradle', 'groovy'],
  ['terminal', 'bash'],
  ['cmd', 'bat'],
  ['shell-session', 'shellsession'],
  ['python3', 'python'],
  ['pycon', 'python'],
  ['ipython', 'python'],
  ['conf', 'ini'],
  ['cfg', 'ini'],
  ['proto3', 'proto'],
  ['protobuf', 'proto'],
  ['c#', 'csharp'],
  ['c++', 'cpp'],
  ['f#', 'fsharp'],
  ['objectivec', 'objective-c'],
  ['svg', 'xml'],
  ['plist', 'xml'],
  ['ndjson', 'json'],
  ['jsonlines', 'jsonl'],
  ['jinja2', 'jinja'],
  ['tf', 'terraform'],
  ['vb.net', 'vb'],
  ['docker-compose', 'yaml'],
  ['gql', 'graphql'],
  ['make', 'makefile'],
  ['promql', 'plain'],
  ['文言', 'wenyan'],
]);

let grammars: ReadonlySet<string> | undefined;

/** Name of a grammar file; undefined for plain text; `null` for a language that nobody knows. */
export function grammarOf(language: string): string | undefined | null {
  const name = language.trim().toLowerCase();
  if (plain.has(name)) return undefined;
  const wanted = aliases.get(name) ?? name;
  if (wanted === 'plain') return undefined;
  return allGrammars().has(wanted) ? wanted : null;
}

function allGrammars(): ReadonlySet<string> {
  grammars ??= new Set(Object.keys((loadOwn('code/shiki-packages') as typeof import('./shiki-packages.ts')).bundledLanguages));
  return grammars;
}

/** "Did you mean", `own` being the site's own grammars: nothing for short names, of which every other is a language too, unless their letters are only in another order. */
export function nearestLanguage(language: string, own: Iterable<string> = []): string | undefined {
  const name = language.trim().toLowerCase();
  const letters = sorted(name);
  const known = [...own, ...allGrammars(), ...aliases.keys(), ...plain].filter((other) => name.length > 4 || sorted(other) === letters);
  return nearestName(name, known);
}

function sorted(name: string): string {
  return [...name].sort().join('');
}
