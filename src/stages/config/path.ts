/** Paths into the configuration: `navigation.tabs[2].pages`. Numbers are 0-based indexes. */
export type ConfigPath = readonly (string | number)[];

/** The empty path gives empty text. Keys that are not identifiers are in brackets: `paths["/a b"]`. */
export function formatPath(path: ConfigPath): string {
  let text = '';
  for (const step of path) text += formatStep(step, text === '');
  return text;
}

/** `owner` extended by one step. */
export function joinPath(owner: string, step: string | number): string {
  return owner + formatStep(step, owner === '');
}

function formatStep(step: string | number, first: boolean): string {
  if (typeof step === 'number') return `[${step}]`;
  if (!/^[\w$-]+$/.test(step)) return `[${JSON.stringify(step)}]`;
  return first ? step : `.${step}`;
}

/** The steps of an RFC 6901 pointer through `value`; indexes of arrays become numbers. */
export function pointerSteps(pointer: string, value: unknown): (string | number)[] {
  const steps: (string | number)[] = [];
  let current = value;
  for (const raw of pointer.split('/').slice(1)) {
    const name = raw.replace(/~1/g, '/').replace(/~0/g, '~');
    const step = Array.isArray(current) ? Number(name) : name;
    steps.push(step);
    current = (current as Record<string | number, unknown>)[step];
  }
  return steps;
}
