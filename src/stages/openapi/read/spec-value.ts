/**
 * The parsed value of an API description. Objects have no prototype, so that `constructor` and `__proto__` are ordinary
 * schema names, and missing keys are `undefined`.
 */

import { shortened } from '../../../model/shorten.ts';
import type { SyntaxScalar } from '../../../platform/syntax/events.ts';
import { ExactNumber } from '../../../shared/playground/exact-number.ts';

/** A text, number, boolean or null. */
export type SpecScalar = SyntaxScalar;
/** May share parts (YAML aliases), but has no cycles. */
export type SpecValue = SpecScalar | SpecValue[] | SpecObject;

/** Keys in document order, except whole numbers, which JavaScript puts first. */
export interface SpecObject {
  [key: string]: SpecValue;
}

/** For values used with parsed ones: `{}` would have a `constructor`. */
export function newObject(): SpecObject {
  return Object.create(null) as SpecObject;
}

/** Neither a list nor an `ExactNumber`, which is a JavaScript object but represents a number. */
export function isObject(value: unknown): value is SpecObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** A value in messages: as JSON, cut at 40 characters. */
export function formatValue(value: SpecValue): string {
  return shortened(JSON.stringify(value) ?? '', 40);
}

/** A member that is a non-blank string. */
export function textOf(value: SpecValue | undefined, key: string): string | undefined {
  const member = isObject(value) ? value[key] : undefined;
  return typeof member === 'string' && member.trim() !== '' ? member : undefined;
}

/** A member that is an object. */
export function objectOf(value: SpecValue | undefined, key: string): SpecObject | undefined {
  const member = isObject(value) ? value[key] : undefined;
  return isObject(member) ? member : undefined;
}

/** A member that is a list; anything else is an empty one. */
export function listOf(value: SpecValue | undefined, key: string): readonly SpecValue[] {
  const member = isObject(value) ? value[key] : undefined;
  return Array.isArray(member) ? member : [];
}

/** The strings of a list, without other items. */
export function textsOf(value: SpecValue | undefined, key: string): string[] {
  return listOf(value, key).filter((item) => typeof item === 'string');
}

/** RFC 6901 §3: one key as a step of a JSON pointer. */
export function pointerStep(key: string | number): string {
  return `/${String(key).replace(/~/g, '~0').replace(/\//g, '~1')}`;
}

/** The keys of a JSON pointer (without `#`). */
export function pointerKeys(pointer: string): string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
}

/** The value at a JSON pointer; null if there is none. */
export function valueAt(value: SpecValue, pointer: string): SpecValue {
  let at: SpecValue | undefined = value;
  for (const key of pointerKeys(pointer)) at = Array.isArray(at) ? at[Number(key)] : isObject(at) ? at[key] : undefined;
  return at ?? null;
}
