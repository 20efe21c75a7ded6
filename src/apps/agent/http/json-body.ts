/** Parses JSON request bodies strictly: rejects what two parsers could read differently. */
import { refusals } from './problem.ts';

/** Returns the members of a JSON object. Throws a `Refusal` for any other value, for a duplicate name, and for `__proto__`. */
export function parseJsonObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refusals.invalidJson(text.trim() === '' ? 'The body is empty; a JSON object is expected.' : 'The body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refusals.badRequest('The body must be a JSON object.');
  const names = new Set<string>();
  for (const name of memberNames(text)) {
    if (name === '__proto__') throw refusals.badRequest('The body must not have a member "__proto__".');
    if (names.has(name)) throw refusals.badRequest(`The body has two members named ${JSON.stringify(name)}.`);
    names.add(name);
  }
  return value as Record<string, unknown>;
}

/** Yields the names of the outermost object, including duplicates, which `JSON.parse` hides. The text is valid JSON. */
function* memberNames(text: string): Generator<string> {
  let depth = 0;
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]]/gs;
  for (const match of text.matchAll(tokens)) {
    const [token] = match;
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1) {
      const colon = /\s*:/y;
      colon.lastIndex = match.index + token.length;
      if (colon.test(text)) yield JSON.parse(token);
    }
  }
}
