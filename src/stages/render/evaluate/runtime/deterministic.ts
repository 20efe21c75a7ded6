/**
 * Makes evaluation deterministic: the clock is fixed, `Math.random` is a fixed sequence, the time zone is UTC. Where
 * engines differ in the last digit (`Math.sin`) or in parsing (`Date.parse`), the host's result is used.
 */
import { callHost, hostArgument } from './host.ts';

let now = 0;

/** Sets the time of the page's clock, in milliseconds since 1970. */
export function setClock(milliseconds: number): void {
  now = milliseconds;
}

/** Replaces `Date` and the engine-dependent functions of `Math`. */
export function installDeterminism(): void {
  Math.random = sequence(0x9e3779b9);
  installMath();
  installDate();
}

/** mulberry32: small, well distributed, with a single number as state. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const askHost = (tool: 'Math' | 'Date', method: string, args: readonly unknown[]) =>
  Number(callHost({ tool, method, locales: [], options: {}, args: args.map(hostArgument) }));

function installMath(): void {
  const functions = 'acos acosh asin asinh atan atan2 atanh cbrt cos cosh exp expm1 hypot log log10 log1p log2 sin sinh tan tanh';
  for (const name of functions.split(' ')) {
    const { length } = Math[name as 'pow'];
    const value = {
      [name]: (...args: unknown[]) =>
        askHost('Math', name, name === 'hypot' ? args.map((value) => +(value as number)) : numbers(args, length)),
    }[name];
    Object.defineProperty(value, 'length', { value: length, configurable: true });
    Object.defineProperty(Math, name, { value, writable: true, configurable: true });
  }
  Object.defineProperty(Math, 'pow', { value: power, writable: true, configurable: true });
}

function numbers(args: readonly unknown[], count: number): number[] {
  return Array.from({ length: count }, (_, index) => +(args[index] as number));
}

/** Also the implementation of `**`. */
function power(base: unknown, exponent: unknown): unknown {
  if (typeof base === 'bigint' && typeof exponent === 'bigint') return base ** exponent;
  return askHost('Math', 'pow', numbers([base, exponent], 2));
}

/** Converts an object to the text or number it represents; text in an object is parsed as UTC like other text. */
function primitive(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const own = (value as { [Symbol.toPrimitive]?: (hint: string) => unknown })[Symbol.toPrimitive];
  if (own) return own.call(value, 'default');
  const first = value.valueOf();
  return typeof first === 'object' ? String(value) : first;
}

type Method = (this: Date, ...args: never[]) => unknown;

/** Maximum length of a text that is parsed as a date. */
const maxDateText = 1000;

function installDate(): void {
  const RealDate = Date;
  // `Date.parse` never throws, but the host rejects long requests.
  const parse = (text: string) => (text.length > maxDateText ? Number.NaN : askHost('Date', 'parse', [text]));
  const prototype = RealDate.prototype;
  const methods = prototype as unknown as Record<string, Method>;

  /** Text without a zone is UTC, whatever the time zone of the system. */
  const parseUtc = (text: string): number => {
    if (/(?:Z|UTC|GMT|[+-]\d\d:?\d\d)\s*(?:\([^)]*\))?\s*$/i.test(text) || /^\s*[+-]?\d{4,6}(?:-\d\d){0,2}\s*$/.test(text))
      return parse(text);
    const utc = parse(/\dT\d/.test(text) ? `${text}Z` : `${text} UTC`);
    return Number.isNaN(utc) ? parse(text) : utc;
  };
  const FixedDate: DateConstructor = new Proxy(RealDate, {
    construct(target, args: unknown[], newTarget) {
      let given = args;
      if (args.length === 0) given = [now];
      else if (args.length > 1) given = [RealDate.UTC(...(args as [number, number]))];
      else if (!(args[0] instanceof RealDate)) {
        const value = primitive(args[0]);
        given = [typeof value === 'string' ? parseUtc(value) : value];
      }
      return Reflect.construct(target, given, newTarget);
    },
    apply: () => new FixedDate(now).toString(),
  });
  RealDate.now = () => now;
  RealDate.parse = (text) => parseUtc(String(text));
  RealDate.prototype.constructor = FixedDate;
  globalThis.Date = FixedDate;

  for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
    for (const verb of ['get', 'set']) if (methods[`${verb}UTC${part}`]) methods[verb + part] = methods[`${verb}UTC${part}`] as Method;
  }
  methods.getYear = function () {
    return this.getUTCFullYear() - 1900;
  };
  methods.setYear = function (year: never) {
    const full = Math.trunc(Number(year));
    return this.setUTCFullYear(full >= 0 && full <= 99 ? full + 1900 : full);
  };
  prototype.getTimezoneOffset = () => 0;
  prototype.toDateString = function () {
    const [day, date, month, year] = this.toUTCString().replace(',', '').split(' ');
    return year === undefined ? 'Invalid Date' : `${day} ${month} ${date} ${year}`;
  };
  prototype.toTimeString = function () {
    return `${this.toUTCString().split(' ')[4]} GMT+0000 (Coordinated Universal Time)`;
  };
  prototype.toString = function () {
    return Number.isNaN(this.getTime()) ? 'Invalid Date' : `${this.toDateString()} ${this.toTimeString()}`;
  };
}
