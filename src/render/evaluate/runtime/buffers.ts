/**
 * Array buffers live outside the heap, so the engine's heap limit does not see them. Here every way to make one pays
 * from one account; an overdrawn account throws. Nothing is paid back: a page that needs more is no page.
 */

class BufferLimitError extends RangeError {
  override name = 'BufferLimitError';
}

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;
type Sized = { readonly byteLength?: unknown; readonly length?: unknown };

/** To be called before author code runs, once for a page; changes the realm that it is called in. */
export function limitBuffers(bytes: number): void {
  let left = bytes;
  const pay = (cost: number) => {
    left -= cost > 0 ? cost : 0;
    if (left < 0) throw new BufferLimitError('array buffers');
  };
  for (const name of ['SharedArrayBuffer', 'Atomics', 'WebAssembly', 'FinalizationRegistry', 'WeakRef'])
    Reflect.deleteProperty(globalThis, name);

  const realm = globalThis as unknown as Record<
    string,
    (new (...args: unknown[]) => unknown) & { prototype: Record<string, AnyFunction>; BYTES_PER_ELEMENT?: number }
  >;
  const TypedArray = Object.getPrototypeOf(Int8Array) as { prototype: Record<string, AnyFunction>; from: AnyFunction; of: AnyFunction };
  const views = Object.getOwnPropertyNames(globalThis).filter((name) => Object.getPrototypeOf(realm[name] ?? {}) === TypedArray);

  for (const name of ['ArrayBuffer', ...views]) {
    const Real = realm[name];
    if (!Real) continue;
    const width = Real.BYTES_PER_ELEMENT ?? 1;
    const Limited = new Proxy(Real, {
      construct(target, args: unknown[], newTarget) {
        pay(width * sizeOf(args));
        return Reflect.construct(target, args, newTarget);
      },
    });
    Real.prototype.constructor = Limited as unknown as AnyFunction;
    realm[name] = Limited;
  }
  // Methods that copy without asking the constructor.
  for (const [prototype, names] of [
    [TypedArray.prototype, ['slice', 'map', 'filter', 'toReversed', 'toSorted', 'with']],
    [ArrayBuffer.prototype as unknown as Record<string, AnyFunction>, ['slice', 'transfer', 'transferToFixedLength', 'resize']],
  ] as const) {
    for (const name of names) {
      const real = prototype[name];
      if (!real) continue;
      prototype[name] = function (...args) {
        pay(Math.max(Number((this as Sized | undefined)?.byteLength) || 0, name === 'slice' ? 0 : Number(args[0]) || 0));
        return real.apply(this, args);
      };
    }
  }
}

/** Elements that a constructor call will make room for. */
function sizeOf([first, options]: unknown[]): number {
  if (typeof first === 'object' && first !== null) {
    if (first instanceof ArrayBuffer) return 0;
    return Number((first as Sized).length) || 0;
  }
  const room = Number((options as { maxByteLength?: unknown } | undefined)?.maxByteLength);
  return Math.max(Number(first) || 0, room || 0);
}
