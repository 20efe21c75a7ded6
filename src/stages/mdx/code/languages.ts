/** Language names as authors write them → grammars. */
import { nearestName } from '../../../shared/nearest-name.ts';
import { loadInternal } from '../load.ts';

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

/** Names that Shiki does not know, or interprets differently than authors expect. */
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

/** Name of a grammar file; undefined for plain text; `null` for an unknown language. */
export function grammarOf(language: string): string | undefined | null {
  const name = language.trim().toLowerCase();
  if (plain.has(name)) return undefined;
  const grammar = aliases.get(name) ?? name;
  if (grammar === 'plain') return undefined;
  return allGrammars().has(grammar) ? grammar : null;
}

function allGrammars(): ReadonlySet<string> {
  grammars ??= new Set(Object.keys((loadInternal('code/shiki-packages') as typeof import('./shiki-packages.ts')).bundledLanguages));
  return grammars;
}

/**
 * Suggests a similar language; `custom` are the site's own grammars. For short names only anagrams count, because
 * most similar names are other languages.
 */
export function nearestLanguage(language: string, custom: Iterable<string> = []): string | undefined {
  const name = language.trim().toLowerCase();
  const letters = sorted(name);
  const known = [...custom, ...allGrammars(), ...aliases.keys(), ...plain].filter((other) => name.length > 4 || sorted(other) === letters);
  return nearestName(name, known);
}

function sorted(name: string): string {
  return [...name].sort().join('');
}
