/** `{{name}}` in author text: a value of `variables` in docs.json. */

/** The syntax of a variable; the name is the first group. */
export const variableUse = /\{\{\s*([\w.-]+)\s*\}\}/g;

/** Replaces defined variables by their values; others stay as written. */
export function fillVariables(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(variableUse, (whole, name: string) => (Object.hasOwn(variables, name) ? (variables[name] as string) : whole));
}

/** Values without HTML tags; leftovers of nested tags lose their `<`. */
export function plainVariables(variables: Readonly<Record<string, string>> | undefined): Readonly<Record<string, string>> {
  const plain: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(variables ?? {})) {
    plain[name] = value.replace(/<\/?[a-zA-Z!][^<>]*>/g, '').replace(/<(?=[a-zA-Z/!])/g, '');
  }
  return plain;
}
