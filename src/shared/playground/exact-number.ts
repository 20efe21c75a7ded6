/**
 * Numbers that a JavaScript number cannot represent (`9007199254740993`, `18446744073709551615`, `1e400`), and amounts
 * (`10.50`, `10.00`). They keep their digits from the description or form to the page, the samples and the request.
 */

/** Newer than the compile target; without it, JSON gets the nearest representable number. */
interface NewerJson {
  rawJSON?(text: string): unknown;
  parse(text: string, reviver: (this: unknown, name: string, value: unknown, context?: { readonly source?: string }) => unknown): unknown;
}

const json = JSON as unknown as NewerJson;

/** Compares and calculates as the nearest number; keeps its own digits as text and in JSON. */
export class ExactNumber {
  readonly #digits: string;

  /** `digits`: a number in JSON syntax. */
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

/** Whether a value is a JSON number: `typeof` alone misses `ExactNumber`. */
export function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** Whether it has no fraction. Decides by the digits for numbers that are too large. */
export function isWhole(value: unknown): boolean {
  return Number.isInteger(value) || (value instanceof ExactNumber && /^-?\d+(?:e\d+)?$/.test(decimal(String(value))));
}

/** Less than 0 when `a` is smaller. Compares the digits when the nearest numbers are equal. */
export function compareNumbers(a: number | ExactNumber, b: number | ExactNumber): number {
  if (Number(a) !== Number(b)) return Number(a) - Number(b);
  if (!(a instanceof ExactNumber || b instanceof ExactNumber)) return 0;
  const [left, right] = [scientific(a), scientific(b)];
  if (left === undefined || right === undefined) return 0;
  if (left.sign !== right.sign) return left.sign - right.sign;
  if (left.size !== right.size) return left.sign * (left.size - right.size);
  return left.sign * (left.digits < right.digits ? -1 : Number(left.digits > right.digits));
}

/**
 * `-0.0123` → `{sign: -1, digits: '123', size: -1}`: 0.123 times ten to the power of `size`. Undefined for infinite
 * values and NaN.
 */
function scientific(value: number | ExactNumber): { readonly sign: number; readonly digits: string; readonly size: number } | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return undefined;
  const [, minus, digits = '', exponent = '0'] = /^(-?)(\d+)(?:e(-?\d+))?$/.exec(decimal(String(value))) ?? [];
  if (digits === '0') return { sign: 0, digits, size: 0 };
  return { sign: minus === '' ? 1 : -1, digits, size: digits.length + Number(exponent) };
}

/** `text`: a number in JSON or YAML 1.2 syntax (also `+1`, `.5`, `0x1F`). */
export function numberOf(text: string): number | ExactNumber {
  const value = Number(text);
  // Tools write one decimal place for any number (`1.0`); two or more are an amount whose digits the author wants to
  // keep.
  if (text.length <= longest && /^[+-]?\d*\.\d+0$/.test(text)) return new ExactNumber(plainDigits(text) as string);
  // Fifteen digits always round-trip (IEEE 754 §5.12.2).
  if (text.length <= 15 && !/[ex]/i.test(text)) return value;
  const written = /^0[ox]/i.test(text) ? wholeDigits(text) : plainDigits(text);
  return written === undefined || decimal(written) === decimal(String(value)) ? value : new ExactNumber(written);
}

/** The JavaScript number when it is equal, for code that counts and compares. */
export function plainNumber(value: number | ExactNumber): number | ExactNumber {
  return typeof value !== 'number' && decimal(String(value)) === decimal(String(Number(value))) ? Number(value) : value;
}

/**
 * Whether two JSON values are equal (JSON Schema 2020-12, Core §4.2.2): numbers by their digits, object members in any
 * order.
 */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const areContainers = typeof a === 'object' && typeof b === 'object';
  return (areContainers || (isNumber(a) && isNumber(b))) && comparableJson(a) === comparableJson(b);
}

/** JSON that is identical for values that `isSameJson` treats as equal: `10.50` is `10.5`, `1e400` is `10e399`. */
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

/** Throws the same errors as `JSON.parse`. */
export function parseExact(text: string): unknown {
  return json.parse(text, (_, value, context) =>
    typeof value === 'number' && context?.source !== undefined ? numberOf(context.source) : value,
  );
}

/** Longer numbers are not useful to readers, and converting their base is slow. */
const longest = 1000;

function wholeDigits(text: string): string | undefined {
  return text.length > longest ? undefined : BigInt(text).toString();
}

/**
 * Converts number syntax that YAML allows and JSON does not: plus sign, missing zero, leading zeros. Undefined for
 * anything else.
 */
function plainDigits(text: string): string | undefined {
  const [, minus, whole, fraction, exponent = ''] = /^(?:\+|(-))?0*(\d*)(?:\.(\d*))?(e[+-]?\d+)?$/i.exec(text) ?? [];
  if (whole === undefined || text.length > longest) return undefined;
  return `${minus ?? ''}${whole === '' ? '0' : whole}${fraction ? `.${fraction}` : ''}${exponent}`;
}

/** The canonical text of a value: `-12.30e1` → `-123`, `1200` → `12e2`, `0.5` → `5e-1`. */
function decimal(text: string): string {
  const [, minus = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  // A JavaScript number would print an exponent of 22 digits in exponential notation.
  const power = BigInt(exponent) + BigInt(digits.length - kept.length - fraction.length);
  return `${minus}${kept}${power === 0n ? '' : `e${power}`}`;
}

/** Whether a value is an object with entries: neither a list nor an `ExactNumber`. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}
