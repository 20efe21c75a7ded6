/** The names in braces of a path or URL template, in order, with repetitions: `/a/{b}/{c}` → `b`, `c`. */
export function templateNames(template: string): string[] {
  return [...template.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] as string);
}
