// Generates the TypeScript type of docs.json (`src/model/docs-schema.generated.ts`) and the table of all keys
// in the documentation from docs.schema.json. Throws for an unknown keyword, so that none is ignored.

const known = new Set(
  (
    '$schema title description type required additionalProperties properties definitions $ref items enum default minLength maxLength ' +
    'format pattern if then else minItems maxItems maximum exclusiveMinimum not minimum dependencies propertyNames const x-expects x-strict'
  ).split(' '),
);

const pascal = (name) => `${name[0].toUpperCase()}${name.slice(1)}`;
const nameOf = (ref) => ref.replace('#/definitions/', '');
const quoted = (key) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : `'${key}'`);
const comment = (text, indent) => (text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`);
const typesOf = ({ type }) => (type === undefined ? [] : Array.isArray(type) ? type : [type]);

function checkKeywords(node) {
  for (const key of Object.keys(node))
    if (!known.has(key)) throw new Error(`docs.schema.json: the keyword "${key}" has no TypeScript form`);
}

function typeOf(node, indent) {
  checkKeywords(node);
  if (node.$ref) return pascal(nameOf(node.$ref));
  if (node.const !== undefined) return `'${node.const}'`;
  if (node.enum) return node.enum.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ');
  const forms = typesOf(node).map((type) => {
    if (type === 'object') return objectType(node, indent);
    if (type === 'array') return node.items ? `readonly (${typeOf(node.items, indent)})[]` : 'readonly unknown[]';
    // An enum of strings, beside an object.
    if (type === 'string' && node.if?.type === 'string' && node.then?.enum) return typeOf({ enum: node.then.enum }, indent);
    return type === 'integer' ? 'number' : type;
  });
  return forms.length === 0 ? 'unknown' : [...new Set(forms)].join(' | ');
}

function objectType(node, indent) {
  const inner = `${indent}  `;
  const required = new Set(node.required);
  const members = Object.entries(node.properties ?? {}).map(
    ([key, child]) =>
      `${comment(child.description, inner)}${inner}readonly ${quoted(key)}${required.has(key) ? '' : '?'}: ${typeOf(child, inner)};\n`,
  );
  const { additionalProperties: more } = node;
  if (members.length === 0) return `Readonly<Record<string, ${typeof more === 'object' ? typeOf(more, indent) : 'unknown'}>>`;
  return `{\n${members.join('')}${indent}}`;
}

/** The module with a type for the whole file and for each definition. */
export function typesOfSchema(schema) {
  const definitions = Object.entries(schema.definitions).map(
    ([name, node]) =>
      `${comment(node.description ?? `The definition "${name}" of the schema.`, '')}export type ${pascal(name)} = ${typeOf(node, '')};\n`,
  );
  const head = '/** Generated from src/docs.schema.json by `npm run generate`. Do not edit. */\n';
  return `${head}\n${comment(schema.description, '')}export type DocsSchema = ${objectType(schema, '')};\n\n${definitions.join('\n')}`;
}

/** Rows of all keys outside `navigation`: key, type, default, description. Recursive parts are shown once. */
export function keysOfSchema(schema) {
  const rows = [];
  const walk = (node, path, seen) => {
    const target = node.$ref ? schema.definitions[nameOf(node.$ref)] : node;
    if (node.$ref && seen.includes(node.$ref)) return;
    const inside = node.$ref ? [...seen, node.$ref] : seen;
    if (target.items) walk(target.items, `${path}[]`, inside);
    for (const [name, child] of Object.entries(target.properties ?? {})) {
      const key = path === '' ? name : `${path}.${name}`;
      if (key === 'navigation' || key === 'variations') continue;
      const resolved = child.$ref ? { ...schema.definitions[nameOf(child.$ref)], ...child } : child;
      rows.push({
        key,
        isRequired: target.required?.includes(name) ?? false,
        types: resolved.enum ?? typesOf(resolved),
        isEnum: resolved.enum !== undefined,
        default: resolved.default,
        description: resolved.description ?? '',
      });
      walk(child, key, inside);
    }
  };
  walk(schema, '', []);
  return rows;
}
