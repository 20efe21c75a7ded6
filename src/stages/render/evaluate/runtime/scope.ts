/** Limits the engine's globals for pages to the language, without ways to create code from text. */

/** Thrown when a page creates code from text. Not accessible to pages, so only docsgen creates instances. */
export class CodeFromTextError extends EvalError {}
Object.defineProperty(CodeFromTextError.prototype, 'name', { value: 'EvalError', configurable: true });

/** The engine's out-of-memory and stack errors. Other engines have no such class, so pages do not get it. */
export const InternalError = (globalThis as unknown as { InternalError: ErrorConstructor }).InternalError;

const languageGlobals: ReadonlySet<string> = new Set(
  (
    'globalThis Infinity NaN undefined Object Function Array Boolean Number BigInt String Symbol Date Math JSON Reflect Proxy Promise RegExp ' +
    'Map Set WeakMap WeakSet Iterator Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError ArrayBuffer DataView ' +
    'Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array BigUint64Array BigInt64Array Uint8ClampedArray Float16Array Float32Array ' +
    'Float64Array isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval'
  ).split(' '),
);

/** Removes everything except the language from the global scope. Call before docsgen's names are added. */
export function limitScope(): void {
  for (const name of Object.getOwnPropertyNames(globalThis)) if (!languageGlobals.has(name)) Reflect.deleteProperty(globalThis, name);

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
  // Other engines define these; pages may set them without effect.
  Object.assign(Error, { stackTraceLimit: 10, captureStackTrace });
  Object.defineProperty(Error, 'prepareStackTrace', { value: undefined });
}

function captureStackTrace(target: object): void {
  Object.defineProperty(target, 'stack', { value: new Error().stack, writable: true, configurable: true });
}
