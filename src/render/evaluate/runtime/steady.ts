/**
 * Makes the sandbox give the same answers on every machine and every day: the clock stands still, chance is a fixed
 * sequence, the time zone is UTC and the language English where the author names none.
 */

/** Replaces `Date`, `Math.random` and the defaults of `Intl` in this realm. */
export function holdStill(now: number): void {
  Math.random = sequence(0x9e3779b9);
  holdDate(now);
  holdLanguage();
}

/** mulberry32: small, well distributed, no state but one number. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Method = (this: Date, ...args: never[]) => unknown;

function holdDate(now: number): void {
  const RealDate = Date;
  const parse = RealDate.parse.bind(RealDate);
  const prototype = RealDate.prototype;
  const methods = prototype as unknown as Record<string, Method>;

  /** Text without a zone means UTC here, whatever the machine's zone is. */
  const parseUtc = (text: string): number => {
    if (/(?:Z|UTC|GMT|[+-]\d\d:?\d\d)\s*(?:\([^)]*\))?\s*$/i.test(text) || /^\s*[+-]?\d{4,6}(?:-\d\d){0,2}\s*$/.test(text))
      return parse(text);
    const utc = parse(/\dT\d/.test(text) ? `${text}Z` : `${text} UTC`);
    return Number.isNaN(utc) ? parse(text) : utc;
  };
  const Steady: DateConstructor = new Proxy(RealDate, {
    construct(target, args: unknown[], newTarget) {
      let given = args;
      if (args.length === 0) given = [now];
      else if (args.length > 1) given = [RealDate.UTC(...(args as [number, number]))];
      else if (typeof args[0] === 'string') given = [parseUtc(args[0])];
      return Reflect.construct(target, given, newTarget);
    },
    apply: () => new Steady(now).toString(),
  });
  RealDate.now = () => now;
  RealDate.parse = parseUtc;
  RealDate.prototype.constructor = Steady;
  globalThis.Date = Steady;

  for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
    for (const verb of ['get', 'set']) if (methods[`${verb}UTC${part}`]) methods[verb + part] = methods[`${verb}UTC${part}`] as Method;
  }
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

function holdLanguage(): void {
  const zone = (options: object | undefined) => ({ timeZone: 'UTC', ...options });
  for (const method of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const) {
    const real = Date.prototype[method] as (this: Date, locales?: unknown, options?: unknown) => string;
    Date.prototype[method] = function (this: Date, locales?: unknown, options?: object) {
      return real.call(this, locales ?? 'en-US', zone(options));
    };
  }
  for (const prototype of [Number.prototype, BigInt.prototype] as { toLocaleString: unknown }[]) {
    const real = prototype.toLocaleString as (this: unknown, locales?: unknown, options?: unknown) => string;
    prototype.toLocaleString = function (this: unknown, locales?: unknown, options?: unknown) {
      return real.call(this, locales ?? 'en-US', options);
    };
  }
  const compare = String.prototype.localeCompare;
  String.prototype.localeCompare = function (this: string, that: string, locales?: Intl.LocalesArgument, options?: Intl.CollatorOptions) {
    return compare.call(this, that, (locales ?? 'en-US') as string, options);
  };
  String.prototype.toLocaleUpperCase = String.prototype.toUpperCase;
  String.prototype.toLocaleLowerCase = String.prototype.toLowerCase;

  const tools = Intl as unknown as Record<string, unknown>;
  for (const name of Object.getOwnPropertyNames(Intl)) {
    const Tool = tools[name];
    if (typeof Tool !== 'function' || !Tool.prototype || name === 'Locale') continue;
    const withDefaults = ([locales, options]: unknown[]) => [
      locales ?? 'en-US',
      name === 'DateTimeFormat' ? zone(options as object | undefined) : options,
    ];
    const Steady = new Proxy(Tool, {
      construct: (target, args, newTarget) => Reflect.construct(target, withDefaults(args), newTarget),
      apply: (target, self, args) => Reflect.apply(target, self, withDefaults(args)),
    });
    Tool.prototype.constructor = Steady;
    tools[name] = Steady;
  }
}
