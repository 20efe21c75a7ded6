/**
 * The JSON schema of docs.json as a function. Compiling it takes Ajv about 150 ms, so the package carries it compiled
 * (`scripts/build.mjs` writes `docs.validator.cjs` through `standaloneValidator`); from source it is compiled at first use.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ErrorObject } from 'ajv';
import { formats } from './rules/formats.ts';

/** True, or false with `errors` set, as Ajv does. */
interface Validator {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null;
}

const require = createRequire(import.meta.url);
/** Stands beside this file in the package only. */
const compiledFile = './docs.validator.cjs';
/** The `maxLength` of icons in the schema, the longest of all: what is longer has that fault, and is not looked into. */
const longestChecked = 65_536;
const booleanFormats = Object.fromEntries(
  [...formats].map(([name, check]) => [name, (value: string) => value.length > longestChecked || check(value, '') === undefined]),
);
let validator: Validator | undefined;

/** All violations of the schema in a value. */
export function schemaErrors(value: unknown): readonly ErrorObject[] {
  validator ??= precompiled() ?? (createAjv().compile(readSchema()) as Validator);
  return validator(value) ? [] : (validator.errors ?? []);
}

/**
 * A CommonJS module whose export makes the validator out of the format checks. Throws where Ajv writes its errors in a form
 * that `appendInPlace` does not know: the build must not go on with a validator that takes minutes.
 */
export function standaloneValidator(
  generate: (ajv: unknown, validate: unknown) => string = require('ajv/dist/standalone').default,
): string {
  const ajv = createAjv(true);
  const generated = generate(ajv, ajv.compile(readSchema()));
  const code = appendInPlace(generated);
  if (code === generated || /\.concat\(.{0,40}errors/.test(code))
    throw new Error('Ajv collects its errors in another form than before: adapt appendInPlace in src/stages/config/schema.ts');
  return `module.exports = (formats) => { const module = { exports: {} };\n${code}\nreturn module.exports; };\n`;
}

function precompiled(): Validator | undefined {
  try {
    return (require(compiledFile) as (checks: typeof booleanFormats) => Validator)(booleanFormats);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    return undefined;
  }
}

function createAjv(source = false): { compile(schema: object): unknown } {
  const { Ajv, _ } = require('ajv') as typeof import('ajv');
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    messages: false,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    inlineRefs: false,
    code: { source, formats: _`formats`, optimize: source, process: appendInPlace },
  });
  // Ours: refuse unknown keys as an error; the words for what a pattern expects.
  ajv.addVocabulary(['x-strict', 'x-expects']);
  for (const [name, check] of Object.entries(booleanFormats)) ajv.addFormat(name, check);
  return ajv;
}

/** Ajv copies all errors so far at every sub-schema that finds one more; 100,000 of them would take minutes. */
function appendInPlace(code: string): string {
  return code.replace(/(\w+)\.concat\(((?:\w+\.)+errors)\)/g, '($2.forEach((error) => $1.push(error)), $1)');
}

function readSchema(): object {
  return JSON.parse(readFileSync(new URL('../../docs.schema.json', import.meta.url), 'utf8')) as object;
}
