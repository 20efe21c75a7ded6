/**
 * The JSON schema of docs.json as a function. Ajv takes about 150 ms to compile it, so the package contains the
 * compiled form (`scripts/build.mjs` writes `docs.validator.cjs` through `standaloneValidator`); from source it is
 * compiled on first use.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ErrorObject } from 'ajv';
import { formats } from './rules/formats.ts';

/** Returns true, or false with `errors` set, like Ajv. */
interface Validator {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null;
}

const require = createRequire(import.meta.url);
/** Exists only in the package, beside this file. */
const compiledFile = './docs.validator.cjs';
/** The largest `maxLength` of the schema, that of icons: longer strings have that error and are not checked further. */
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
 * A CommonJS module whose export creates the validator from the format checks. Throws when Ajv's generated code has a
 * form that `appendInPlace` does not know, because the resulting validator could take minutes.
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
  // docsgen's keywords: reject unknown keys as an error; the description of what a pattern expects.
  ajv.addVocabulary(['x-strict', 'x-expects']);
  for (const [name, check] of Object.entries(booleanFormats)) ajv.addFormat(name, check);
  return ajv;
}

/**
 * Ajv's generated code copies all previous errors in each sub-schema that adds one; 100,000 errors would take minutes.
 */
function appendInPlace(code: string): string {
  return code.replace(/(\w+)\.concat\(((?:\w+\.)+errors)\)/g, '($2.forEach((error) => $1.push(error)), $1)');
}

/** The JSON Schema of docs.json. Read at each call. */
export function readSchema(): object {
  return JSON.parse(readFileSync(new URL('../../docs.schema.json', import.meta.url), 'utf8')) as object;
}
