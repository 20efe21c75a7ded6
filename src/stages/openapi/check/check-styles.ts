/**
 * Checks parameter styles: the allowed styles of each location, and the values that each style supports (OpenAPI 3.2
 * §4.12.2.3, §4.12.6).
 */

import { childOf, type SpecNode } from '../read/spec-node.ts';
import type { SpecProblem } from '../read/spec-problem.ts';
import { textOf } from '../read/spec-value.ts';
import type { SchemaReader } from '../schemas/flatten-schema.ts';
import { suggestedKey } from './location-name.ts';
import { problemAt } from './schema-problem.ts';

const styles: Readonly<Record<string, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
};

/** Styles that only support some types. */
const typesOfStyle: Readonly<Record<string, readonly string[]>> = {
  deepObject: ['object'],
  spaceDelimited: ['array', 'object'],
  pipeDelimited: ['array', 'object'],
};
const words: Readonly<Record<string, string>> = { array: 'lists', object: 'objects' };

/** `name` is the parameter's name, for messages. An unknown style is an error, one for another type a warning. */
export function checkStyle(parameter: SpecNode, name: string, reader: SchemaReader): SpecProblem[] {
  const style = childOf(parameter, 'style');
  const place = textOf(parameter.value, 'in') ?? '';
  const known = Object.hasOwn(styles, place) ? (styles[place] as readonly string[]) : undefined;
  if (typeof style?.value !== 'string' || known === undefined) return [];
  if (known.includes(style.value)) return checkType(parameter, name, { ...style, value: style.value }, reader);
  const hint = suggestedKey(style.value, known, `use one of ${known.join(', ')}`);
  return [problem(style, `style of ${place} parameter "${name}" must be one of ${known.join(', ')}, got "${style.value}"`, hint, 'error')];
}

function checkType(parameter: SpecNode, name: string, style: SpecNode & { readonly value: string }, reader: SchemaReader): SpecProblem[] {
  const wanted = Object.hasOwn(typesOfStyle, style.value) ? typesOfStyle[style.value] : undefined;
  const schema = childOf(parameter, 'schema');
  if (wanted === undefined || schema === undefined) return [];
  const { types, isTypeImplied, variants } = reader.flatten([schema]);
  if (types.length === 0 || isTypeImplied || variants.length > 0 || types.some((type) => wanted.includes(type))) return [];
  const message = `style ${style.value} is for ${wanted.map((type) => words[type]).join(' and ')}, not for "${name}"`;
  return [{ ...problem(style, message, 'remove the style, or fix the type', 'warning'), group: message }];
}

function problem(node: SpecNode, message: string, hint: string, severity: 'error' | 'warning'): SpecProblem {
  return problemAt('openapi', node, message, { hint, severity });
}
