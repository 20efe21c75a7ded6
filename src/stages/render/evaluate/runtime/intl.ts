/**
 * `Intl`, which the engine lacks: each object keeps its locales and options as plain values, and each call is a host
 * request. The default locale is English and the default time zone is UTC.
 */
import { type HostRequest, type IntlTool, intlOptions } from '../protocol.ts';
import { callHost, hostArgument } from './host.ts';

interface Settings {
  readonly tool: IntlTool;
  readonly locales: readonly string[];
  readonly options: HostRequest['options'];
}

/** `call` methods are functions; `bound` ones are getters that return a bound function. */
const tools: Readonly<Record<IntlTool, { readonly call: readonly string[]; readonly bound?: string; readonly isCallable?: boolean }>> = {
  NumberFormat: { bound: 'format', call: ['formatToParts', 'formatRange', 'formatRangeToParts'], isCallable: true },
  DateTimeFormat: { bound: 'format', call: ['formatToParts', 'formatRange', 'formatRangeToParts'], isCallable: true },
  Collator: { bound: 'compare', call: [], isCallable: true },
  PluralRules: { call: ['select', 'selectRange'] },
  ListFormat: { call: ['format', 'formatToParts'] },
  RelativeTimeFormat: { call: ['format', 'formatToParts'] },
  DisplayNames: { call: ['of'] },
  DurationFormat: { call: ['format', 'formatToParts'] },
  Segmenter: { call: [] },
};

const settings = new WeakMap<object, Settings>();

/** Defines `Intl` and the locale-dependent methods of other objects. */
export function installIntl(): void {
  const intl = Object.create(Object.prototype, { [Symbol.toStringTag]: { value: 'Intl', configurable: true } }) as Record<string, unknown>;
  const hide = (target: object, name: PropertyKey, value: unknown) =>
    Object.defineProperty(target, name, { value, writable: true, configurable: true });
  for (const [tool, { call, bound, isCallable }] of Object.entries(tools) as [IntlTool, (typeof tools)[IntlTool]][]) {
    const Tool = {
      [tool]: function (this: unknown, locales?: unknown, options?: unknown) {
        if (!new.target && !isCallable) throw new TypeError(`Constructor Intl.${tool} requires 'new'`);
        const self = Reflect.construct(Object, [], new.target ?? Tool) as object;
        const own: Settings = { tool, locales: localeList(locales), options: plainOptions(options, tool) };
        ask(own, 'resolvedOptions');
        settings.set(self, own);
        return self;
      },
    }[tool] as unknown as { prototype: object };
    hide(Tool.prototype, Symbol.toStringTag, `Intl.${tool}`);
    hide(Tool.prototype, 'resolvedOptions', function (this: object) {
      return ask(settingsOf(this, tool), 'resolvedOptions');
    });
    for (const method of call) {
      hide(Tool.prototype, method, function (this: object, ...args: unknown[]) {
        return ask(settingsOf(this, tool), method, argumentsFor(tool, args));
      });
    }
    if (bound) {
      const functions = new WeakMap<object, unknown>();
      const get = function (this: object) {
        const own = settingsOf(this, tool);
        const known = functions.get(this) ?? ((...args: unknown[]) => ask(own, bound, argumentsFor(tool, args)));
        functions.set(this, known);
        return known;
      };
      Object.defineProperty(Tool.prototype, bound, { get, configurable: true });
    }
    if (tool === 'Segmenter') {
      hide(Tool.prototype, 'segment', function (this: object, text: unknown) {
        return segments(settingsOf(this, tool), String(text));
      });
    }
    hide(Tool, 'supportedLocalesOf', (locales: unknown, options?: unknown) =>
      callHost({ tool, method: 'supportedLocalesOf', locales: localeList(locales, []), options: plainOptions(options), args: [] }),
    );
    hide(Tool.prototype, 'constructor', Tool);
    hide(intl, tool, Tool);
  }
  hide(intl, 'Locale', Locale);
  hide(intl, 'getCanonicalLocales', (locales?: unknown) => about('getCanonicalLocales', localeList(locales, [])));
  hide(intl, 'supportedValuesOf', (key: unknown) => about('supportedValuesOf', [String(key)]));
  hide(globalThis, 'Intl', intl);
  installMethods(hide);
}

function ask({ tool, locales, options }: Settings, method: string, args: readonly string[] = []): unknown {
  return callHost({ tool, method, locales, options, args });
}

function about(method: string, names: readonly string[]): unknown {
  return callHost({ tool: 'Intl', method, locales: [], options: {}, args: names.map(hostArgument) });
}

function settingsOf(self: object, tool: IntlTool): Settings {
  const own = settings.get(self);
  if (own?.tool !== tool) throw new TypeError(`Method Intl.${tool}.prototype called on incompatible receiver`);
  return own;
}

function localeList(locales: unknown, none: readonly string[] = ['en-US']): readonly string[] {
  if (locales === undefined || locales === null) return none;
  if (typeof locales === 'string' || locales instanceof Locale) return [String(locales)];
  const list = Array.from(locales as ArrayLike<unknown>, String);
  return list.length > 0 ? list : none;
}

function plainOptions(options: unknown, tool?: IntlTool): HostRequest['options'] {
  const plain: Record<string, string | number | boolean> = tool === 'DateTimeFormat' ? { timeZone: 'UTC' } : {};
  if (options === undefined) return plain;
  if (options === null) throw new TypeError('Cannot convert undefined or null to object');
  for (const name of intlOptions) {
    const value = (options as Record<string, unknown>)[name];
    if (value !== undefined) plain[name] = typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
  }
  return plain;
}

function argumentsFor(tool: IntlTool, args: readonly unknown[]): string[] {
  if (tool === 'ListFormat') return Array.from((args[0] ?? []) as Iterable<string>, hostArgument);
  if (tool === 'DurationFormat') return [`s${JSON.stringify(args[0])}`];
  if (tool === 'DateTimeFormat') return args.map((date) => hostArgument(date === undefined ? Date.now() : Number(date)));
  if (tool === 'NumberFormat') return (args.length === 0 ? [undefined] : args).map((value) => hostArgument(numeric(value)));
  if (tool === 'PluralRules') return args.map((value) => hostArgument(Number(value)));
  if (tool === 'RelativeTimeFormat') return [hostArgument(Number(args[0])), hostArgument(args[1])];
  return [0, 1].slice(0, tool === 'Collator' ? 2 : 1).map((index) => hostArgument(String(args[index])));
}

/** Numeric strings keep all digits. */
function numeric(value: unknown): unknown {
  return typeof value === 'bigint' || typeof value === 'string' ? value : Number(value);
}

interface Segment {
  readonly segment: string;
  readonly index: number;
}

function segments(own: Settings, input: string): object {
  const list = (ask(own, 'segment', [hostArgument(input)]) as Segment[]).map(({ segment, index, ...more }) => ({
    segment,
    index,
    input,
    ...more,
  }));
  return {
    containing: (index = 0) => list.find((one) => index >= one.index && index < one.index + one.segment.length),
    [Symbol.iterator]: () => list[Symbol.iterator](),
  };
}

class Locale {
  readonly #tag: string;

  constructor(tag: unknown, options?: unknown) {
    const { locales, options: given } = { locales: localeList(tag, []), options: plainOptions(options) };
    this.#tag = callHost({ tool: 'Locale', method: 'toString', locales, options: given, args: [] }) as string;
  }

  toString(): string {
    return this.#tag;
  }

  static {
    const ask = (self: Locale, method: string) => callHost({ tool: 'Locale', method, locales: [self.#tag], options: {}, args: [] });
    for (const name of 'baseName calendar caseFirst collation hourCycle language numberingSystem numeric region script'.split(' ')) {
      const get = function (this: Locale) {
        return ask(this, name);
      };
      Object.defineProperty(Locale.prototype, name, { get, configurable: true });
    }
    const lists = 'getCalendars getCollations getHourCycles getNumberingSystems getTextInfo getTimeZones getWeekInfo'.split(' ');
    for (const name of ['maximize', 'minimize', ...lists]) {
      const value = function (this: Locale) {
        const answer = ask(this, name);
        return typeof answer === 'string' ? new Locale(answer) : answer;
      };
      Object.defineProperty(Locale.prototype, name, { value, writable: true, configurable: true });
    }
    Object.defineProperty(Locale.prototype, Symbol.toStringTag, { value: 'Intl.Locale', configurable: true });
  }
}

type Hide = (target: object, name: PropertyKey, value: unknown) => void;

function installMethods(hide: Hide): void {
  for (const method of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) {
    hide(Date.prototype, method, function (this: Date, locales?: unknown, options?: unknown) {
      const args = [hostArgument(this.getTime())];
      return callHost({ tool: 'Date', method, locales: localeList(locales), options: plainOptions(options, 'DateTimeFormat'), args });
    });
  }
  const format = (value: unknown, locales: unknown, options: unknown) =>
    ask({ tool: 'NumberFormat', locales: localeList(locales), options: plainOptions(options) }, 'format', [hostArgument(value)]);
  hide(Number.prototype, 'toLocaleString', function (this: number, locales?: unknown, options?: unknown) {
    return format(Number.prototype.valueOf.call(this), locales, options);
  });
  hide(BigInt.prototype, 'toLocaleString', function (this: bigint, locales?: unknown, options?: unknown) {
    return format(BigInt.prototype.valueOf.call(this), locales, options);
  });
  const joinLocale = function (this: ArrayLike<unknown>, locales?: unknown, options?: unknown) {
    const text = (value: unknown) =>
      value === undefined || value === null ? '' : (value as Date).toLocaleString(locales as string, options as object);
    return Array.from(this, text).join(',');
  };
  hide(Array.prototype, 'toLocaleString', joinLocale);
  hide(Object.getPrototypeOf(Int8Array.prototype), 'toLocaleString', joinLocale);
  hide(String.prototype, 'localeCompare', function (this: string, that: unknown, locales?: unknown, options?: unknown) {
    const own: Settings = { tool: 'Collator', locales: localeList(locales), options: plainOptions(options) };
    return ask(own, 'compare', [`s${this}`, `s${that}`]);
  });
  hide(String.prototype, 'toLocaleUpperCase', String.prototype.toUpperCase);
  hide(String.prototype, 'toLocaleLowerCase', String.prototype.toLowerCase);
}
