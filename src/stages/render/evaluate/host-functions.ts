/**
 * The host functions that page code may call: `Intl`, and the parts of `Date` and `Math` that differ between engines.
 * Author code may have created the request, so every part is looked up in a table or validated, and the response is
 * plain data.
 */
import { type HostRequest, type HostResponse, type IntlTool, intlOptions, intlTools } from './protocol.ts';

/**
 * Maximum request lengths, because no timeout covers the work inside `Intl`: comparing texts and parsing language
 * tags takes quadratic time. Segmentation is linear.
 */
const maxRequestLength = 1 << 15;
const maxSegmentedLength = 1 << 18;
const maxLocalesLength = 1 << 12;
const maxFormatters = 500;
/** Not in the Stream-Safe Text Format (UAX #15 §13). Comparing takes cubic time for such texts. */
const manyMarks = /\p{M}{31}/u;

// biome-ignore lint/suspicious/noExplicitAny: the constructors have nothing in common
type Any = any;
type Call = (subject: Any, args: readonly Any[]) => unknown;

const format: Readonly<Record<string, Call>> = {
  format: (tool, [value]) => tool.format(value),
  formatToParts: (tool, [value]) => tool.formatToParts(value),
  formatRange: (tool, [start, end]) => tool.formatRange(start, end),
  formatRangeToParts: (tool, [start, end]) => tool.formatRangeToParts(start, end),
};
const resolvedOptions: Call = (tool) => tool.resolvedOptions();

/** `Intl` objects are created with locales and options, then called. */
const methods: Readonly<Record<IntlTool, Readonly<Record<string, Call>>>> = {
  NumberFormat: { ...format, resolvedOptions },
  DateTimeFormat: { ...format, resolvedOptions },
  Collator: {
    compare: (tool, texts) => {
      if (texts.some((text) => manyMarks.test(String(text)))) throw new RangeError('the text has more than 30 combining marks in a row');
      return tool.compare(texts[0], texts[1]);
    },
    resolvedOptions,
  },
  PluralRules: {
    select: (tool, [value]) => tool.select(value),
    selectRange: (tool, [start, end]) => tool.selectRange(start, end),
    resolvedOptions,
  },
  ListFormat: { format: (tool, list) => tool.format(list), formatToParts: (tool, list) => tool.formatToParts(list), resolvedOptions },
  RelativeTimeFormat: {
    format: (tool, [value, unit]) => tool.format(value, unit),
    formatToParts: (tool, [value, unit]) => tool.formatToParts(value, unit),
    resolvedOptions,
  },
  DisplayNames: { of: (tool, [code]) => tool.of(code), resolvedOptions },
  DurationFormat: {
    format: (tool, [duration]) => tool.format(durationOf(duration)),
    formatToParts: (tool, [duration]) => tool.formatToParts(durationOf(duration)),
    resolvedOptions,
  },
  Segmenter: {
    segment: (tool, [text]) => Array.from(tool.segment(text) as Iterable<Intl.SegmentData>, ({ input: _, ...segment }) => segment),
    resolvedOptions,
  },
};

const localeMembers = new Set(
  (
    'toString baseName calendar caseFirst collation hourCycle language numberingSystem numeric region script maximize minimize ' +
    'getCalendars getCollations getHourCycles getNumberingSystems getTextInfo getTimeZones getWeekInfo'
  ).split(' '),
);
const mathFunctions = new Set(
  'acos acosh asin asinh atan atan2 atanh cbrt cos cosh exp expm1 hypot log log10 log1p log2 pow sin sinh tan tanh'.split(' '),
);
const dateMethods = new Set(['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']);

const formatters = new Map<string, object>();

/** Never throws. */
export function handleHostRequest(text: string): string {
  try {
    if (text.length > maxSegmentedLength) throw new RangeError('the text is too long');
    const request = readRequest(text);
    if (text.length > maxRequestLength && request.tool !== 'Segmenter') throw new RangeError('the text is too long');
    return JSON.stringify({ value: evaluate(request) } satisfies HostResponse);
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error('unknown');
    return JSON.stringify({ error: { name: String(name), message: String(message).slice(0, 1000) } } satisfies HostResponse);
  }
}

function evaluate({ tool, method, locales, options, args }: HostRequest): unknown {
  const values = args.map(readArgument);
  if (tool === 'Math') {
    if (!mathFunctions.has(method)) throw new TypeError('unknown function');
    return hostNumber((Math as Any)[method](...values.map(Number)));
  }
  if (tool === 'Date') {
    if (method === 'parse') return hostNumber(Date.parse(String(values[0])));
    if (!dateMethods.has(method)) throw new TypeError('unknown method');
    return (new Date(Number(values[0])) as Any)[method](withDefault(locales), options);
  }
  if (tool === 'Intl') {
    if (method === 'getCanonicalLocales') return Intl.getCanonicalLocales(values.map(String));
    if (method === 'supportedValuesOf') return Intl.supportedValuesOf(String(values[0]) as 'unit');
    throw new TypeError('unknown function');
  }
  if (tool === 'Locale') {
    if (!localeMembers.has(method)) throw new TypeError('unknown member');
    const locale = new Intl.Locale(locales[0] ?? '', options);
    const member = (locale as Any)[method];
    const value = typeof member === 'function' ? member.call(locale) : member;
    return value instanceof Intl.Locale ? value.toString() : value;
  }
  const Tool = (Intl as Any)[tool];
  if (method === 'supportedLocalesOf') return Tool.supportedLocalesOf(locales, options);
  const call = Object.hasOwn(methods[tool], method) ? methods[tool][method] : undefined;
  if (!call) throw new TypeError('unknown method');
  const key = JSON.stringify([tool, locales, options]);
  let subject = formatters.get(key);
  if (!subject) {
    if (formatters.size >= maxFormatters) formatters.clear();
    subject = new Tool(withDefault(locales), options) as object;
    formatters.set(key, subject);
  }
  return call(subject, values);
}

/** Unknown locales fall back to English instead of the system language. */
function withDefault(locales: readonly string[]): string[] {
  return [...locales, 'en-US'];
}

/** JSON has no NaN. */
function hostNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

const toolNames: ReadonlySet<unknown> = new Set([...intlTools, 'Intl', 'Locale', 'Date', 'Math']);

/** Accepts only strings, numbers and booleans under known names. */
function readRequest(text: string): HostRequest {
  const { tool, method, locales, options, args } = JSON.parse(text) as Partial<Record<keyof HostRequest, unknown>>;
  if (!toolNames.has(tool) || typeof method !== 'string') throw new TypeError('unknown tool');
  const isText = (value: unknown): value is string => typeof value === 'string';
  if (!Array.isArray(locales) || !locales.every(isText) || !Array.isArray(args) || !args.every(isText)) throw new TypeError('not text');
  if (locales.join().length > maxLocalesLength) throw new RangeError('the locale is too long');
  return { tool: tool as HostRequest['tool'], method, locales, options: readOptions(options), args };
}

function readOptions(given: unknown): HostRequest['options'] {
  const options: Record<string, string | number | boolean> = Object.create(null);
  if (typeof given !== 'object' || given === null) return options;
  for (const name of intlOptions) {
    const value = Object.hasOwn(given, name) ? (given as Record<string, unknown>)[name] : undefined;
    if (value === null) options[name] = Number.NaN;
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') options[name] = value;
  }
  return options;
}

/** The inverse of `hostArgument`. */
function readArgument(text: string): string | number | bigint | undefined {
  const value = text.slice(1);
  if (text.startsWith('n')) return Number(value);
  if (text.startsWith('b')) return BigInt(value);
  return text.startsWith('u') ? undefined : value;
}

const durationUnits = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds', 'milliseconds', 'microseconds', 'nanoseconds'];

function durationOf(text: string): object {
  const given = JSON.parse(text) as unknown;
  if (typeof given !== 'object' || given === null) throw new TypeError('not a duration');
  const entries = durationUnits.map((unit) => [unit, Object.hasOwn(given, unit) ? (given as Any)[unit] : undefined]);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'number'));
}
