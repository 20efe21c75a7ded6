/** Which globals of the engine a page has: the language, and no way to make code from text. */

/** Thrown where a page asks for code from text. Not exported by any global: only our own refusal is an instance. */
export class CodeFromTextError extends EvalError {}
Object.defineProperty(CodeFromTextError.prototype, 'name', { value: 'EvalError', configurable: true });

/** What the engine throws when it runs out of memory or stack; other engines have no such class, so pages get none. */
export const InternalError = (globalThis as unknown as { InternalError: ErrorConstructor }).InternalError;

const language: ReadonlySet<string> = new Set(
  (
    'globalThis Infinity NaN undefined Object Function Array Boolean Number BigInt String Symbol Date Math JSON Reflect Proxy Promise RegExp ' +
    'Map Set WeakMap WeakSet Iterator Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError ArrayBuffer DataView ' +
    'Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array BigUint64Array BigInt64Array Uint8ClampedArray Float16Array Float32Array ' +
    'Float64Array isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval'
  ).split(' '),
);

/** Leaves the language in the global scope and nothing else. To be called before our own names are added. */
export function limitScope(): void {
  for (const name of Object.getOwnPropertyNames(globalThis)) if (!language.has(name)) Reflect.deleteProperty(globalThis, name);

  const refuse = (name: string, prototype?: object) => {
    const refused = {
      [name]: (): never => {
        throw new CodeFromTextError('code from text is not allowed');
      },
    }[name] as () => never;
    Object.defineProperty(refused, 'prototype', { value: prototype });
    if (prototype) Object.defineProperty(prototype, 'constructor', { value: refused, writable: false, configurable: false });
    return refused;
  };
  for (const sample of [async () => {}, function* () {}, async function* () {}]) {
    const prototype = Object.getPrototypeOf(sample);
    refuse(prototype.constructor.name, prototype);
  }
  globalThis.Function = refuse('Function', Function.prototype) as unknown as FunctionConstructor;
  globalThis.eval = refuse('eval');
  // Where other engines keep how a stack is written: a page may set them, and nothing reads them.
  Object.assign(Error, { stackTraceLimit: 10, captureStackTrace });
  Object.defineProperty(Error, 'prepareStackTrace', { value: undefined });
}

function captureStackTrace(target: object): void {
  Object.defineProperty(target, 'stack', { value: new Error().stack, writable: true, configurable: true });
}
