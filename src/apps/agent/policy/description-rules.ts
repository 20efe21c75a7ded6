/**
 * Checks that a text is an API description and nothing else. A file that only claims to be one could be the configuration of a tool,
 * which reads its own keys and ignores the others. So the root may have only the keys of its format, each with the right type.
 */
import { readStrictValue } from '../../../stages/config/index.ts';

type Shape = 'text' | 'object' | 'list' | 'any';

interface Format {
  /** The key that identifies the format, and the pattern of its value. */
  readonly mark: string;
  readonly version: RegExp;
  readonly needed: readonly string[];
  readonly keys: Readonly<Record<string, Shape>>;
}

const formats: readonly Format[] = [
  {
    mark: 'openapi',
    version: /^3\.\d+(?:\.\d+)?(?:-[\w.]+)?$/,
    needed: ['info'],
    keys: {
      openapi: 'text',
      $self: 'text',
      info: 'object',
      jsonSchemaDialect: 'text',
      servers: 'list',
      paths: 'object',
      webhooks: 'object',
      components: 'object',
      security: 'list',
      tags: 'list',
      externalDocs: 'object',
    },
  },
  {
    mark: 'swagger',
    version: /^2\.0$/,
    needed: ['info', 'paths'],
    keys: {
      swagger: 'text',
      info: 'object',
      host: 'text',
      basePath: 'text',
      schemes: 'list',
      consumes: 'list',
      produces: 'list',
      paths: 'object',
      definitions: 'object',
      parameters: 'object',
      responses: 'object',
      securityDefinitions: 'object',
      security: 'list',
      tags: 'list',
      externalDocs: 'object',
    },
  },
  {
    mark: 'asyncapi',
    version: /^[23]\.\d+\.\d+(?:-[\w.]+)?$/,
    needed: ['info'],
    keys: {
      asyncapi: 'text',
      id: 'text',
      info: 'object',
      servers: 'object',
      defaultContentType: 'text',
      channels: 'object',
      operations: 'object',
      components: 'object',
      tags: 'list',
      externalDocs: 'object',
    },
  },
  {
    mark: 'overlay',
    version: /^1\.\d+\.\d+$/,
    needed: ['info', 'actions'],
    keys: { overlay: 'text', info: 'object', extends: 'text', actions: 'list' },
  },
];

/** Why a text is not a valid API description; undefined when it is. Keys that existed before may stay. */
export function descriptionProblem(path: string, text: string, before: string | undefined): string | undefined {
  const value = readStrictValue(path, text);
  if (value === undefined) return 'is not an API description: it cannot be read as JSON or YAML';
  if (!isObject(value)) return 'is not an API description';
  const format = formats.find(({ mark }) => mark in value);
  if (!format) return 'is not an API description; agents may change only data files that docs.json names as API descriptions';
  if (!format.version.test(version(value[format.mark]))) return `is not an API description: "${format.mark}" has an unknown version`;
  // With YAML aliases, a small text can expand to an unlimited value during the comparison.
  const isComparable = !/(?:^|[\s[{,:-])\*[\w-]/m.test(text);
  const was = before === undefined || !isComparable ? undefined : readStrictValue(path, before);
  for (const [key, member] of Object.entries(value)) {
    const shape = Object.hasOwn(format.keys, key) ? format.keys[key] : key.startsWith('x-') ? 'any' : undefined;
    if (shape === undefined && isObject(was) && key in was && JSON.stringify(was[key]) === JSON.stringify(member)) continue;
    if (shape === undefined) return `is not an API description: it has "${key.slice(0, 40)}", which is not part of one`;
    if (!hasShape(member, shape)) return `is not an API description: "${key}" has the wrong type`;
  }
  const absent = format.needed.find((key) => !(key in value));
  if (absent !== undefined) return `is not an API description: it has no "${absent}"`;
  const { info } = value;
  if (!isObject(info) || typeof info.title !== 'string') return 'is not an API description: its "info" has no "title"';
  return undefined;
}

/** YAML parses `swagger: 2.0` as a number. */
function version(value: unknown): string {
  return value === 2 ? '2.0' : String(value);
}

function hasShape(value: unknown, shape: Shape): boolean {
  if (value === null || shape === 'any') return true;
  if (shape === 'list') return Array.isArray(value);
  return shape === 'object' ? isObject(value) : typeof value !== 'object';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
