import { EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE, type ScalarEvent, YAMLException } from 'js-yaml';
import { numberOf } from '../../shared/playground/exact-number.ts';
import { plainYamlScalar } from '../../shared/yaml-scalar.ts';
import { SyntaxProblem, type SyntaxScalar, type SyntaxSink } from './events.ts';

const coreTags = new Set(['!', '!!str', '!!int', '!!float', '!!bool', '!!null', '!!map', '!!seq']);

type Events = ReturnType<typeof parseEvents>;

/**
 * Reads YAML as the same syntax events as JSON, with the types of the YAML 1.2 core schema; other tags are rejected.
 * Throws `SyntaxProblem`. Offsets of keys and quoted scalars include their quotes.
 */
export function readYaml(text: string, sink: SyntaxSink, maxDepth: number): void {
  let documents = 0;
  // One entry for each open node: whether a map expects a key, or undefined for lists and the document.
  const open: (boolean | undefined)[] = [];
  const takeKey = (): boolean => {
    const isKey = open.at(-1) === true;
    if (isKey) open[open.length - 1] = false;
    return isKey;
  };
  const tookValue = (): void => {
    if (open.at(-1) === false) open[open.length - 1] = true;
  };

  for (const event of events(text, maxDepth)) {
    if (event.type === EVENT_ID.DOCUMENT) {
      documents += 1;
      if (documents > 1)
        throw new SyntaxProblem('parse', 'only one document is allowed in a file', lastDocument(text), 3, 'split the file');
      open.push(undefined);
    } else if (event.type === EVENT_ID.POP) {
      if (open.length > 1) sink.close(-1);
      open.pop();
      tookValue();
    } else if (event.type === EVENT_ID.ALIAS) {
      const name = text.slice(event.anchorStart, event.anchorEnd);
      if (takeKey()) throw new SyntaxProblem('parse', `the alias *${name} cannot be a key`, event.anchorStart - 1);
      sink.alias(name, event.anchorStart - 1);
      tookValue();
    } else {
      if (event.anchorStart >= 0) sink.anchor(text.slice(event.anchorStart, event.anchorEnd));
      checkTag(text, event);
      if (event.type === EVENT_ID.SCALAR) {
        // The parser gives the value of a quoted scalar without its quotes.
        const quote = event.style === SCALAR_STYLE.DOUBLE_QUOTED || event.style === SCALAR_STYLE.SINGLE_QUOTED ? 1 : 0;
        const start = Math.max(0, event.valueStart - quote);
        const end = Math.max(start, event.valueEnd + quote);
        if (takeKey()) sink.key(getScalarValue(text, event), start, end);
        else {
          sink.scalar(yamlScalar(text, event), start, end);
          tookValue();
        }
      } else {
        if (takeKey()) throw new SyntaxProblem('parse', 'a key must be plain text', event.start);
        if (!sink.open(event.type === EVENT_ID.MAPPING ? 'map' : 'list', event.start)) return;
        open.push(event.type === EVENT_ID.MAPPING ? true : undefined);
      }
    }
  }
  if (documents === 0) throw new SyntaxProblem('parse', 'the file is empty', 0);
}

function events(text: string, maxDepth: number): Events {
  try {
    return parseEvents(text, { maxDepth });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const offset = error.mark?.position ?? 0;
    if (/^nesting exceeded/.test(error.reason))
      throw new SyntaxProblem('too-deep', `nesting deeper than ${maxDepth} levels`, offset, 1, 'flatten the description');
    throw new SyntaxProblem('parse', error.reason, offset, 1, hintFor(error.reason));
  }
}

function hintFor(reason: string): string | undefined {
  if (/tab/.test(reason)) return 'indent with spaces';
  if (/flow collection/.test(reason)) return 'quote text that contains [ ] { } or a comma';
  if (/mapping|indentation/.test(reason)) return 'check the indentation, and put values with ": " or "#" in quotes';
  return undefined;
}

function checkTag(text: string, event: { readonly tagStart: number; readonly tagEnd: number }): void {
  if (event.tagStart < 0) return;
  const tag = text.slice(event.tagStart, event.tagEnd);
  if (coreTags.has(tag)) return;
  throw new SyntaxProblem('yaml-tag', `tag not allowed: ${tag}`, event.tagStart, tag.length, 'write the plain value');
}

function lastDocument(text: string): number {
  return Math.max(0, text.lastIndexOf('\n---') + 1);
}

/** The value of a scalar by the YAML 1.2 core schema. */
export function yamlScalar(text: string, event: ScalarEvent): SyntaxScalar {
  const value = getScalarValue(text, event);
  const tag = event.tagStart < 0 ? '' : text.slice(event.tagStart, event.tagEnd);
  if (event.style !== SCALAR_STYLE.PLAIN || tag === '!!str' || tag === '!') return value;
  const scalar = plainYamlScalar(value);
  return typeof scalar === 'number' ? numberOf(value) : scalar;
}
