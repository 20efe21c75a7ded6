/** The sample languages, with all names that docs.json may use. */
import * as compiled from './compiled.ts';
import type { PrintSample } from './sample.ts';
import * as scripting from './scripting.ts';
import * as shell from './shell.ts';

/** Authors write `key` or one of `aliases`; readers see `label`. */
export interface SampleLanguage {
  /** The name used in docs.json. */
  readonly key: string;
  readonly label: string;
  readonly aliases: readonly string[];
  /** Grammar for highlighting. */
  readonly grammar: string;
  readonly print: PrintSample;
}

const languages = [
  { key: 'bash', label: 'cURL', aliases: ['curl', 'sh', 'shell'], grammar: 'bash', print: shell.curl },
  { key: 'wget', label: 'wget', aliases: [], grammar: 'bash', print: shell.wget },
  { key: 'python', label: 'Python', aliases: ['py'], grammar: 'python', print: scripting.python },
  { key: 'javascript', label: 'JavaScript', aliases: ['js'], grammar: 'javascript', print: scripting.javascript },
  { key: 'node', label: 'Node.js', aliases: ['nodejs', 'node.js'], grammar: 'javascript', print: scripting.node },
  { key: 'typescript', label: 'TypeScript', aliases: ['ts'], grammar: 'typescript', print: scripting.typescript },
  { key: 'php', label: 'PHP', aliases: [], grammar: 'php', print: scripting.php },
  { key: 'go', label: 'Go', aliases: ['golang'], grammar: 'go', print: compiled.go },
  { key: 'java', label: 'Java', aliases: [], grammar: 'java', print: compiled.java },
  { key: 'ruby', label: 'Ruby', aliases: ['rb'], grammar: 'ruby', print: scripting.ruby },
  { key: 'powershell', label: 'PowerShell', aliases: ['ps1', 'pwsh'], grammar: 'powershell', print: scripting.powerShell },
  { key: 'swift', label: 'Swift', aliases: [], grammar: 'swift', print: compiled.swift },
  { key: 'csharp', label: 'C#', aliases: ['c#', 'cs'], grammar: 'csharp', print: compiled.csharp },
  { key: 'dotnet', label: '.NET', aliases: ['.net', 'dot-net'], grammar: 'csharp', print: compiled.csharp },
  { key: 'c', label: 'C', aliases: [], grammar: 'c', print: compiled.c },
  { key: 'c++', label: 'C++', aliases: ['cpp'], grammar: 'cpp', print: compiled.cpp },
  { key: 'kotlin', label: 'Kotlin', aliases: ['kt'], grammar: 'kotlin', print: compiled.kotlin },
  { key: 'rust', label: 'Rust', aliases: ['rs'], grammar: 'rust', print: compiled.rust },
  { key: 'dart', label: 'Dart', aliases: ['flutter'], grammar: 'dart', print: compiled.dart },
] as const satisfies readonly SampleLanguage[];

/** The `key` of one of the languages. */
export type SampleKey = (typeof languages)[number]['key'];

/** All supported languages. `api.examples.languages` selects those of a page, and their order. */
export const sampleLanguages: readonly SampleLanguage[] = languages;

/** The language for a name in docs.json, ignoring case; undefined when there is none. */
export function findLanguage(name: string): SampleLanguage | undefined {
  const wanted = name.toLowerCase();
  return sampleLanguages.find((language) => language.key === wanted || language.aliases.includes(wanted));
}
