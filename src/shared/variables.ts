/** `{{name}}` in the text of an author: a value of `variables` in docs.json. */

/** How a use is written; the name is the first group. */
export const variableUse = /\{\{\s*([\w.-]+)\s*\}\}/g;

/** Plain text with the values of defined names; other names stay as they are written. */
export function fillVariables(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(variableUse, (whole, name: string) => (Object.hasOwn(variables, name) ? (variables[name] as string) : whole));
}
