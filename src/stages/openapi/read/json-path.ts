/**
 * The subset of JSONPath (RFC 9535) that overlays need: names, indexes, wildcards, descendants, and filters of
 * comparisons joined by `&&` and `||`; no slices.
 *
 *   $.paths['/users'].get $..parameters[?(@.name == 'limit')] $.paths.*.*
 */
import { isObject, type SpecValue } from './spec-value.ts';

/** A match, with functions to replace or remove it; the root has no parent. */
export interface PathMatch {
  readonly value: SpecValue;
  readonly holder?: SpecValue[] | Record<string, SpecValue>;
  readonly key?: string | number;
}

type Selector = (match: PathMatch) => PathMatch[];

/** Undefined when the expression is not supported. */
export function selectPath(root: SpecValue, expression: string): PathMatch[] | undefined {
  const selectors = parsePath(expression.trim());
  if (selectors === undefined) return undefined;
  let matches: PathMatch[] = [{ value: root }];
  for (const selector of selectors) matches = matches.flatMap(selector);
  return matches;
}

const step =
  /(\.\.)?(?:\.?([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff-]*|\*)|\[\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(-?\d+)|(\*)|\?\s*\(?(.*?)\)?)\s*\])/y;

function parsePath(expression: string): Selector[] | undefined {
  if (!expression.startsWith('$')) return undefined;
  const selectors: Selector[] = [];
  let at = 1;
  while (at < expression.length) {
    step.lastIndex = at;
    const found = step.exec(expression);
    if (found === null) return undefined;
    if (found[2] !== undefined && found[1] === undefined && expression[at] !== '.') return undefined;
    const name = found[2] === '*' ? undefined : (found[2] ?? unquote(found[3]) ?? unquote(found[4]));
    let selector: Selector;
    if (found[7] !== undefined) {
      const filter = parseFilter(found[7]);
      if (filter === undefined) return undefined;
      selector = (match) => members(match).filter((member) => filter(member.value));
    } else if (found[5] !== undefined) selector = byIndex(Number(found[5]));
    else if (name !== undefined) selector = byName(name);
    else selector = members;
    selectors.push(found[1] === undefined ? selector : (match) => descendants(match).flatMap(selector));
    at = step.lastIndex;
  }
  return selectors;
}

function unquote(text: string | undefined): string | undefined {
  return text?.replace(/\\(.)/g, '$1');
}

function byName(name: string): Selector {
  return ({ value }) => {
    const member = isObject(value) ? value[name] : undefined;
    return isObject(value) && member !== undefined ? [{ value: member, holder: value, key: name }] : [];
  };
}

function byIndex(index: number): Selector {
  return ({ value }) => {
    if (!Array.isArray(value)) return [];
    const at = index < 0 ? value.length + index : index;
    const item = value[at];
    return item === undefined ? [] : [{ value: item, holder: value, key: at }];
  };
}

function members({ value }: PathMatch): PathMatch[] {
  if (Array.isArray(value)) return value.map((item, key) => ({ value: item, holder: value, key }));
  if (!isObject(value)) return [];
  return Object.keys(value).map((key) => ({ value: value[key] as SpecValue, holder: value, key }));
}

/** The node itself and all its descendants, each shared value once. */
function descendants(root: PathMatch): PathMatch[] {
  const found: PathMatch[] = [];
  const seen = new Set<SpecValue>();
  const queue = [root];
  for (let match = queue.pop(); match; match = queue.pop()) {
    if (typeof match.value === 'object' && seen.has(match.value)) continue;
    if (typeof match.value === 'object') seen.add(match.value);
    found.push(match);
    queue.push(...members(match).reverse());
  }
  return found;
}

type Test = (value: SpecValue) => boolean;

function parseFilter(text: string): Test | undefined {
  const any = text.split('||').map((part) => part.split('&&').map((test) => parseComparison(test.trim())));
  if (any.some((all) => all.some((test) => test === undefined))) return undefined;
  return (value) => any.some((all) => all.every((test) => (test as Test)(value)));
}

const comparison = /^(!)?\s*@((?:\.[\w$-]+|\['[^']*'\]|\["[^"]*"\])*)\s*(?:(==|!=|<=|>=|<|>)\s*(.+))?$/;

function parseComparison(text: string): Test | undefined {
  const found = comparison.exec(text);
  if (found === null) return undefined;
  const keys = [...(found[2] ?? '').matchAll(/\.([\w$-]+)|\['([^']*)'\]|\["([^"]*)"\]/g)].map((key) => key[1] ?? key[2] ?? key[3] ?? '');
  const read = (value: SpecValue): SpecValue | undefined => {
    let at: SpecValue | undefined = value;
    for (const key of keys) at = isObject(at) ? at[key] : undefined;
    return at;
  };
  const negated = found[1] === '!';
  const operator = found[3];
  if (operator === undefined) return (value) => (read(value) !== undefined) !== negated;
  const wanted = literal(found[4] ?? '');
  if (wanted === undefined) return undefined;
  return (value) => compare(read(value), operator, wanted);
}

function literal(text: string): SpecValue | undefined {
  const quoted = /^'((?:[^'\\]|\\.)*)'$/.exec(text.trim())?.[1];
  if (quoted !== undefined) return unquote(quoted);
  try {
    return JSON.parse(text) as SpecValue;
  } catch {
    return undefined;
  }
}

function compare(found: SpecValue | undefined, operator: string, wanted: SpecValue): boolean {
  if (operator === '==') return found === wanted;
  if (operator === '!=') return found !== wanted;
  if (typeof found !== typeof wanted || (typeof found !== 'number' && typeof found !== 'string')) return false;
  const [a, b] = [found as number, wanted as number];
  return operator === '<' ? a < b : operator === '<=' ? a <= b : operator === '>' ? a > b : a >= b;
}
