/**
 * A second wall. Author code cannot reach the process's own realm by any way we know of; should it get hold of one object
 * of it (engines have leaked error objects), then that object's constructors make no code, and the realm has no names
 * that lead to the machine.
 */

/** Takes everything out of this process's global scope that is not the language itself, and the means to compile text. */
export function closeHostRealm(): void {
  const refuse = function refuse(): never {
    throw new EvalError('not allowed in safe mode');
  };
  for (const sample of [() => {}, async () => {}, function* () {}, async function* () {}]) {
    Object.defineProperty(Object.getPrototypeOf(sample), 'constructor', { value: refuse, writable: false, configurable: false });
  }
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!language.has(name)) Reflect.deleteProperty(globalThis, name);
  }
}

const language = new Set(
  (
    'globalThis Infinity NaN undefined Object Array Boolean Number BigInt String Symbol Date Math JSON Reflect Proxy Promise RegExp Map Set WeakMap WeakSet WeakRef ' +
    'FinalizationRegistry Iterator Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError ArrayBuffer DataView ' +
    'Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array BigUint64Array BigInt64Array Uint8ClampedArray Float16Array Float32Array Float64Array ' +
    'Intl isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI encodeURIComponent DisposableStack AsyncDisposableStack'
  ).split(' '),
);
