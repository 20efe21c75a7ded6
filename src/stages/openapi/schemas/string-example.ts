/** Generates a valid string: by pattern, by format, by the name of its property, or plain. */
import { beginsWithDay } from '../../../shared/calendar-day.ts';
import type { FlatSchema } from './flatten-schema.ts';
import { textForName } from './named-example.ts';
import { patternExample } from './pattern-example.ts';

const formats: Readonly<Record<string, string>> = {
  date: '2025-01-15',
  'date-time': '2025-01-15T09:30:00Z',
  time: '09:30:00Z',
  duration: 'P3D',
  email: 'user@example.com',
  'idn-email': 'user@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  url: 'https://example.com',
  'uri-reference': '/path',
  iri: 'https://example.com',
  'iri-reference': '/path',
  'uri-template': 'https://example.com/{id}',
  uuid: '3c90c3cc-0d44-4b50-8888-8dd25736052a',
  guid: '3c90c3cc-0d44-4b50-8888-8dd25736052a',
  byte: 'U3RyaW5n',
  base64: 'U3RyaW5n',
  base64url: 'U3RyaW5n',
  'json-pointer': '/name',
  'relative-json-pointer': '0/name',
  regex: '^[a-z]+$',
  int64: '1',
  int32: '1',
  decimal: '1.5',
};

/** Tests for the formats, to validate examples from the description. */
const formatTests: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  'date-time': /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d(?::?\d\d)?)$/,
  time: /^\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d(?::?\d\d)?)$/,
  duration: /^P[\dYMWDTHS.]+$/,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  ipv4: /^\d{1,3}(?:\.\d{1,3}){3}$/,
  ipv6: /^[0-9a-fA-F:.]*:[0-9a-fA-F:.]*$/,
  hostname: /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9-]{1,63})*$/,
  uri: /^[a-zA-Z][a-zA-Z0-9+.-]*:[^\s<>"{}|\\^`]+$/,
  uuid: /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/,
  byte: /^[A-Za-z0-9+/]*={0,2}$/,
};

const longestExample = 5000;

/**
 * `index` makes the items of a list differ; `name` is that of the property or parameter. Undefined when no text is
 * found.
 */
export function stringExample({ keywords, patterns }: FlatSchema, index: number, name = ''): string | undefined {
  const min = typeof keywords.minLength === 'number' ? Math.max(0, keywords.minLength) : 0;
  const max = typeof keywords.maxLength === 'number' ? Math.max(0, keywords.maxLength) : Number.POSITIVE_INFINITY;
  if (min > longestExample || max < min) return undefined;
  const [pattern] = patterns;
  if (pattern !== undefined) return patternExample(pattern, min, Math.min(max, longestExample), index);
  const known = typeof keywords.format === 'string' ? formats[keywords.format] : undefined;
  if (known !== undefined && known.length >= min && known.length <= max) return index === 0 ? known : vary(known, index);
  const named = textForName(name);
  if (named !== undefined && named.length >= min && named.length <= max && fitsFormat(keywords.format, named)) {
    const varied = index === 0 ? named : vary(named, index);
    if (index === 0 || varied !== named) return varied;
  }
  const word = index === 0 ? 'string' : `string${index + 1}`;
  const text = word.length >= min ? word : word.padEnd(min, 'string');
  return text.length <= max
    ? text
    : index === 0
      ? text.slice(0, max)
      : String(index % 10)
          .padEnd(max, 'x')
          .slice(0, max);
}

/** Unknown formats, and a `format` that is not a string, accept every text (JSON Schema 2020-12, Validation §7.2). */
export function fitsFormat(format: unknown, text: string): boolean {
  const test = typeof format === 'string' ? formatTests[format] : undefined;
  if (test === undefined) return true;
  return text.length < longestExample && test.test(text) && (!/^date(?:-time)?$/.test(format as string) || beginsWithDay(text));
}

/** Another value of the same format, by incrementing its last digit. */
function vary(text: string, index: number): string {
  return text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + index) % 10));
}
