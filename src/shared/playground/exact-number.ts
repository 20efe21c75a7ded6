/**
 * Numbers whose digits no JavaScript number can hold (`9007199254740993`, `18446744073709551615`, `1e400`), and those of
 * amounts (`10.50`, `10.00`). They stay as they are written, from a description or a reader's form to the page, the
 * samples and the wire.
 */

/** Newer than the language version we compile for; where it is missing, JSON has the nearest number that there is. */
interface NewerJson {
  rawJSON?(text: string): unknown;
  parse(text: string, reviver: (this: unknown, name: string, value: unknown, context?: { readonly source?: string }) => unknown): unknown;
}

const json = JSON as unknown as NewerJson;

/** Compares and calculates as the nearest number; as text and in JSON it has its own digits. */
export class ExactNumber {
  readonly #digits: string;

  /** `digits`: a number as JSON writes it. */
  constructor(digits: string) {
    this.#digits = digits;
  }

  valueOf(): number {
    return Number(this.#digits);
  }

  toString(): string {
    return this.#digits;
  }

  toJSON(): unknown {
    return json.rawJSON === undefined ? this.valueOf() : json.rawJSON(this.#digits);
  }
}

/** Whether a value stands for a JSON number: `typeof` alone misses those that are kept by their digits. */
export function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** Whether it has no fraction. What is too large for a number is taken by its digits. */
export function isWhole(value: unknown): boolean {
  return Number.isInteger(value) || (value instanceof ExactNumber && /^-?\d+(?:e\d+)?$/.test(decimal(String(value))));
}

/** Less than 0 where `a` is the smaller. They are told apart by their digits where the nearest numbers are one. */
export function compareNumbers(a: number | ExactNumber, b: number | ExactNumber): number {
  if (Number(a) !== Number(b)) return Number(a) - Number(b);
  if (!(a instanceof ExactNumber || b instanceof ExactNumber)) return 0;
  const [left, right] = [scientific(a), scientific(b)];
  if (left === undefined || right === undefined) return 0;
  if (left.sign !== right.sign) return left.sign - right.sign;
  if (left.size !== right.size) return left.sign * (left.size - right.size);
  return left.sign * (left.digits < right.digits ? -1 : Number(left.digits > right.digits));
}

/** `-0.0123` → `{sign: -1, digits: '123', size: -1}`: 0.123 times ten to the power of `size`. Undefined for what no digits can write. */
function scientific(value: number | ExactNumber): { readonly sign: number; readonly digits: string; readonly size: number } | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return undefined;
  const [, minus, digits = '', exponent = '0'] = /^(-?)(\d+)(?:e(-?\d+))?$/.exec(decimal(String(value))) ?? [];
  if (digits === '0') return { sign: 0, digits, size: 0 };
  return { sign: minus === '' ? 1 : -1, digits, size: digits.length + Number(exponent) };
}

/** `text`: a number as JSON or YAML 1.2 writes it (also `+1`, `.5`, `0x1F`). */
export function numberOf(text: string): number | ExactNumber {
  const value = Number(text);
  // One place is what tools write for any number (`1.0`); two and more are how an author writes amounts.
  if (text.length <= longest && /^[+-]?\d*\.\d+0$/.test(text)) return new ExactNumber(plainDigits(text) as string);
  // Fifteen digits always come back (IEEE 754 §5.12.2).
  if (text.length <= 15 && !/[ex]/i.test(text)) return value;
  const written = /^0[ox]/i.test(text) ? wholeDigits(text) : plainDigits(text);
  return written === undefined || decimal(written) === decimal(String(value)) ? value : new ExactNumber(written);
}

/** The number itself where it is the same: what is counted and compared needs no digits of its own. */
export function plainNumber(value: number | ExactNumber): number | ExactNumber {
  return typeof value !== 'number' && decimal(String(value)) === decimal(String(Number(value))) ? Number(value) : value;
}

/** Whether two values of JSON are equal (JSON Schema 2020-12, Core §4.2.2): numbers by their digits, members of objects without order. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const areContainers = typeof a === 'object' && typeof b === 'object';
  return (areContainers || (isNumber(a) && isNumber(b))) && comparableJson(a) === comparableJson(b);
}

/** JSON that is the same for values that are equal, as `isSameJson` has it: `10.50` is `10.5`, `1e400` is `10e399`. */
export function comparableJson(value: unknown): string {
  return JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, name: string, member: unknown) {
    const given = this[name];
    if (given instanceof ExactNumber) {
      const plain = plainNumber(given);
      return typeof plain === 'number' ? plain : new ExactNumber(decimal(String(plain))).toJSON();
    }
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Throws what `JSON.parse` throws. */
export function parseExact(text: string): unknown {
  return json.parse(text, (_, value, context) =>
    typeof value === 'number' && context?.source !== undefined ? numberOf(context.source) : value,
  );
}

/** Longer ones are no numbers that anybody reads, and take long to change their base. */
const longest = 1000;

function wholeDigits(text: string): string | undefined {
  return text.length > longest ? undefined : BigInt(text).toString();
}

/** What YAML writes and JSON does not: a plus, a missing zero, zeros in front. Undefined for what is no such number. */
function plainDigits(text: string): string | undefined {
  const [, minus, whole, fraction, exponent = ''] = /^(?:\+|(-))?0*(\d*)(?:\.(\d*))?(e[+-]?\d+)?$/i.exec(text) ?? [];
  if (whole === undefined || text.length > longest) return undefined;
  return `${minus ?? ''}${whole === '' ? '0' : whole}${fraction ? `.${fraction}` : ''}${exponent}`;
}

/** One text for one value: `-12.30e1` → `-123`, `1200` → `12e2`, `0.5` → `5e-1`. */
function decimal(text: string): string {
  const [, minus = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  // As a number, an exponent of 22 digits is written with one of its own.
  const power = BigInt(exponent) + BigInt(digits.length - kept.length - fraction.length);
  return `${minus}${kept}${power === 0n ? '' : `e${power}`}`;
}

/** Whether a value has entries: neither a list nor a number that is kept by its digits. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}
