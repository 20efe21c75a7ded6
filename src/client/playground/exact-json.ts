/** JSON whose numbers keep every digit, also those that no JavaScript number can hold. */

/** Newer than the language version we compile for; browsers without it round as they always have. */
interface NewerJson {
  rawJSON?(text: string): unknown;
  parse(text: string, reviver: (this: unknown, name: string, value: unknown, context?: { readonly source?: string }) => unknown): unknown;
}

const json = JSON as unknown as NewerJson;

/** Throws what `JSON.parse` throws. */
export function parseExact(text: string): unknown {
  return json.parse(text, (_, value, context) =>
    typeof value === 'number' && context?.source !== undefined ? numberOf(context.source, value) : value,
  );
}

/** The number that a text is, for a place in JSON; any other text stays one. */
export function exactNumber(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'number' ? numberOf(text.trim(), value) : value;
  } catch {
    return text;
  }
}

function numberOf(text: string, value: number): unknown {
  return String(value) === text || json.rawJSON === undefined ? value : json.rawJSON(text);
}
