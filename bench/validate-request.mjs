// Validates a received request against an OpenAPI description: reads parameters and bodies by their styles
// (OpenAPI 3.1 §4.8.12, 2.0 `collectionFormat`), and validates the values with Ajv.
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { asJsonSchema } from '../test/harness/example-problems.ts';

const escapeStep = (key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1');
const separators = { csv: ',', ssv: ' ', tsv: '\t', pipes: '|' };

/** The formats that OpenAPI and JSON Schema name; all other formats allow any text. */
const formats = {
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i,
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  email: /^[^\s@]+@[^\s@]+$/,
  uri: /^[a-z][a-z\d+.-]*:\S*$/i,
  ipv4: /^(?:\d{1,3}\.){3}\d{1,3}$/,
};

/** Some patterns are valid with the flag `u` only, others without it only. */
function patternOf(written) {
  // A class of Java, in descriptions of its tools.
  const pattern = written.replaceAll('\\p{XDigit}', '[0-9a-fA-F]');
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}
patternOf.code = 'new RegExp';

/** One for each description. */
export class RequestValidator {
  #root;
  #is2;
  /** For bodies, whose values have types; and for texts, which Ajv converts. */
  #typed;
  #texts;
  #compiled = new Map();

  constructor(root) {
    this.#is2 = root.swagger !== undefined;
    const isOld = this.#is2 || /^3\.0/.test(root.openapi);
    const schema = asJsonSchema(structuredClone(root), 'readOnly', isOld);
    this.#root = root;
    const [typed, texts] = [false, 'array'].map((coerceTypes) => {
      const Validator = isOld ? Ajv : Ajv2020;
      const ajv = new Validator({ strict: false, logger: false, validateSchema: false, code: { regExp: patternOf }, coerceTypes });
      for (const [format, pattern] of Object.entries(formats)) ajv.addFormat(format, pattern);
      for (const format of ['byte', 'binary', 'password', 'int32', 'int64', 'float', 'double']) ajv.addFormat(format, true);
      ajv.addSchema(schema, 'doc');
      return ajv;
    });
    this.#typed = typed;
    this.#texts = texts;
  }

  /** `unchecked`: a body of another kind (XML, files), or a schema that Ajv does not compile. */
  check({ method, path }, received) {
    try {
      return this.#check(path, method.toLowerCase(), received);
    } catch (error) {
      if (error instanceof Invalid) return { result: 'invalid', reason: error.message };
      return { result: 'unchecked', reason: String(error) };
    }
  }

  #check(path, method, { url: wrong, target, headers, body }) {
    if (wrong !== undefined) throw new Invalid(`not a URL: ${wrong}`);
    const item = this.#deref(['paths', path]);
    const operation = this.#deref([...item.keys, method]);
    const url = new URL(target, 'http://x');
    const own = this.#parameters(operation);
    const shared = this.#parameters(item).filter(
      ({ value }) => !own.some((other) => other.value.name === value.name && other.value.in === value.in),
    );
    const parameters = [...shared, ...own];
    const inPath = pathValues(path, url.pathname);
    for (const { keys, value } of parameters) {
      if (value.in === 'body' || value.in === 'formData') continue;
      if (value.in === 'header' && /^(?:accept|content-type|authorization)$/i.test(value.name)) continue;
      const content = value.content && Object.keys(value.content)[0];
      const schema = content ? [...keys, 'content', content, 'schema'] : this.#is2 ? keys : [...keys, 'schema'];
      const given = this.#read(value, schema, { inPath, url, headers });
      if (given === undefined) {
        if (value.required) throw new Invalid(`${value.in} parameter ${value.name} is missing`);
        continue;
      }
      this.#validate(
        content ? this.#typed : this.#texts,
        schema,
        content ? JSON.parse(given) : given,
        `${value.in} parameter ${value.name}`,
      );
    }
    return this.#is2 ? this.#checkBody2(parameters, operation, headers, body) : this.#checkBody(operation, headers, body);
  }

  #parameters({ keys, value }) {
    return (value.parameters ?? []).map((_, index) => this.#deref([...keys, 'parameters', index]));
  }

  /** The text of a parameter, or a list or object of texts. */
  #read(parameter, schema, { inPath, url, headers }) {
    const { name, in: place } = parameter;
    const types = this.#types(schema);
    const isList = types.has('array') && !types.has('string');
    const isObject = types.has('object') && !types.has('string');
    const style = parameter.style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
    const explode = this.#is2 ? parameter.collectionFormat === 'multi' : (parameter.explode ?? style === 'form');
    const separator = this.#is2
      ? (separators[parameter.collectionFormat] ?? ',')
      : style === 'spaceDelimited'
        ? ' '
        : style === 'pipeDelimited'
          ? '|'
          : ',';
    if (place === 'query') {
      if (style === 'deepObject') return nested([...url.searchParams], name);
      if (isObject && explode && parameter.content === undefined) {
        const found = Object.fromEntries(url.searchParams);
        return Object.keys(found).length > 0 || !parameter.required ? found : undefined;
      }
      const all = url.searchParams.getAll(name);
      if (all.length === 0) return undefined;
      // No style defines lists of objects: docsgen writes each as JSON.
      const itemOf = (text) => (text.startsWith('{') ? JSON.parse(text) : text);
      if (isList) return explode ? all.map(itemOf) : all[0].startsWith('{') ? undefinedStyle() : all[0].split(separator);
      return isObject && parameter.content === undefined ? pairs(all[0].split(',')) : all[0];
    }
    const text = place === 'path' ? inPath[name] : place === 'header' ? headers[name.toLowerCase()] : cookie(headers, name);
    if (text === undefined || parameter.content) return text;
    const items = () => text.replace(/^[.;]/, '').split(style === 'label' && explode ? '.' : separator);
    if (isList) return items();
    return isObject ? (explode ? Object.fromEntries(items().map((item) => item.split('='))) : pairs(items())) : text;
  }

  #checkBody({ keys, value }, headers, body) {
    if (value.requestBody === undefined) return { result: 'valid' };
    const holder = this.#deref([...keys, 'requestBody']);
    const content = holder.value.content ?? {};
    const type = headers['content-type']?.split(';')[0];
    if (type === undefined || body.length === 0) {
      const hasContent = Object.keys(content).some((key) => !/octet-stream|x-www-form-urlencoded|multipart/.test(key));
      if (holder.value.required && hasContent) throw new Invalid('the body is missing');
      if (!holder.value.required || type === undefined) return { result: 'valid' };
    }
    const key =
      Object.keys(content).find((each) => each.split(';')[0].trim().toLowerCase() === type.toLowerCase()) ??
      Object.keys(content).find((each) => each.includes('*'));
    if (key === undefined) throw new Invalid(`the content type ${type} is not described`);
    if (content[key].schema === undefined) return { result: 'valid' };
    return this.#checkContent([...holder.keys, 'content', key, 'schema'], type, headers, body, content[key].encoding);
  }

  #checkBody2(parameters, { value }, headers, body) {
    const type = headers['content-type']?.split(';')[0];
    const whole = parameters.find((parameter) => parameter.value.in === 'body');
    if (whole) {
      if (body.length > 0) return this.#checkContent([...whole.keys, 'schema'], type, headers, body);
      if (whole.value.required) throw new Invalid('the body is missing');
      return { result: 'valid' };
    }
    const fields = parameters.filter((parameter) => parameter.value.in === 'formData');
    const sent = fieldsOf(type, headers, body);
    for (const { keys, value: field } of fields) {
      const given = sent[field.name];
      if (given === undefined && field.required) throw new Invalid(`form field ${field.name} is missing`);
      if (given === undefined || field.type === 'file') continue;
      const list =
        field.type === 'array' && field.collectionFormat !== 'multi' ? given.split(separators[field.collectionFormat] ?? ',') : given;
      this.#validate(this.#texts, keys, list, `form field ${field.name}`);
    }
    return { result: value.consumes?.length === 0 ? 'unchecked' : 'valid' };
  }

  #checkContent(schema, type, headers, body, encoding = {}) {
    if (/[/+]json$/i.test(type)) this.#validate(this.#typed, schema, JSON.parse(body.toString()), 'body');
    else if (/x-www-form-urlencoded|^multipart\/form-data/i.test(type))
      this.#validate(this.#texts, schema, this.#formValue(schema, fieldsOf(type, headers, body), encoding), 'body');
    else if (/^text\/plain/i.test(type)) this.#validate(this.#texts, schema, body.toString(), 'body');
    else return { result: 'unchecked', reason: type };
    return { result: 'valid' };
  }

  /** Fields that are objects are JSON, or were written in brackets; lists without `explode` are one text. */
  #formValue(schema, fields, encoding) {
    const value = {};
    if (Object.keys(this.#deref(schema).value?.properties ?? {}).some((name) => name.includes('['))) throw new Error('names in brackets');
    for (const [name, given] of Object.entries(fields)) {
      const types = this.#types(this.#propertyKeys(schema, name));
      const isText = typeof given === 'string';
      if (isText && !types.has('string') && (types.has('object') || (types.has('array') && given.startsWith('['))))
        value[name] = JSON.parse(given);
      else if (isText && types.has('array') && encoding[name]?.explode === false) value[name] = given.split(',');
      // A list of one object: a part or field for each item, as JSON.
      else if (isText && types.has('array') && given.startsWith('{')) value[name] = [JSON.parse(given)];
      else if (Array.isArray(given) && types.has('array'))
        value[name] = given.map((item) => (/^[[{]/.test(item) ? JSON.parse(item) : item));
      else value[name] = given;
    }
    return value;
  }

  #propertyKeys(keys, name) {
    const { keys: at, value } = this.#deref(keys);
    if (value?.properties?.[name] !== undefined) return [...at, 'properties', name];
    for (const kind of ['allOf', 'oneOf', 'anyOf'])
      for (const index of (value?.[kind] ?? []).keys()) {
        const found = this.#propertyKeys([...at, kind, index], name);
        if (found) return found;
      }
    return undefined;
  }

  /** All types that the schema names, also in its parts. */
  #types(keys, depth = 0) {
    const found = new Set();
    if (keys === undefined || depth > 10) return found;
    const { keys: at, value } = this.#deref(keys);
    for (const type of [value?.type ?? []].flat()) found.add(type);
    if (value?.properties) found.add('object');
    for (const kind of ['allOf', 'oneOf', 'anyOf'])
      for (const index of (value?.[kind] ?? []).keys()) for (const type of this.#types([...at, kind, index], depth + 1)) found.add(type);
    return found;
  }

  #deref(keys) {
    let at = keys;
    for (let steps = 0; steps < 50; steps++) {
      const value = at.reduce((holder, key) => holder?.[key], this.#root);
      if (typeof value?.$ref !== 'string') return { keys: at, value };
      if (!value.$ref.startsWith('#/')) throw new Error(`reference ${value.$ref}`);
      at = value.$ref
        .slice(2)
        .split('/')
        .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
    }
    throw new Error('references without end');
  }

  #validate(ajv, keys, value, what) {
    const pointer = keys.map((key) => `/${encodeURIComponent(escapeStep(key))}`).join('');
    const id = `${ajv === this.#typed} ${pointer}`;
    const validate = this.#compiled.get(id) ?? ajv.compile({ $ref: `doc#${pointer}` });
    this.#compiled.set(id, validate);
    const holder = structuredClone(value);
    if (validate(holder)) return;
    const { errors } = validate;
    // Options of oneOf that accept the same values leave no value that matches exactly one.
    if (errors.some(({ params }) => Array.isArray(params?.passingSchemas))) throw new Error('ambiguous oneOf');
    throw new Invalid(`${what}${errors[0].instancePath} ${errors[0].message}: ${JSON.stringify(value)?.slice(0, 160)}`);
  }
}

class Invalid extends Error {}

function undefinedStyle() {
  throw new Error('a list of objects in one text');
}

/** The values of a path template, matched from its end: servers have paths of their own. */
function pathValues(template, pathname) {
  const names = [];
  const literal = (text) => encodeURI(text).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = template
    .split('#')[0]
    .split('?')[0]
    .split(/(\{[^{}]+\})/)
    .map((part) => {
      if (!/^\{.+\}$/.test(part)) return literal(part);
      names.push(part.slice(1, -1));
      return '([^/]*)';
    });
  const found = new RegExp(`${pattern.join('')}$`).exec(pathname);
  return found ? Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1])])) : {};
}

const pairs = (items) =>
  Object.fromEntries(Array.from({ length: items.length / 2 }, (_, index) => [items[2 * index], items[2 * index + 1]]));

function cookie({ cookie: text = '' }, name) {
  const found = text.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found && decodeURIComponent(found.slice(name.length + 1));
}

/** `a[b][0]=x` as `{ a: { b: ['x'] } }`; `only`: the value of this name. */
function nested(entries, only) {
  const root = {};
  for (const [key, text] of entries) {
    const [name, ...steps] = key
      .split(/\[|\]\[|\]$/)
      .filter((step, index, all) => index < all.length - 1 || step !== '' || !key.endsWith(']'));
    if (only !== undefined && name !== only) continue;
    let holder = root;
    const path = [name, ...steps];
    for (const [index, step] of path.entries()) {
      const isLast = index === path.length - 1;
      const at = step === '' ? Object.keys(holder).length : step;
      if (isLast) holder[at] = Object.hasOwn(holder, at) ? [holder[at], text].flat() : text;
      else holder = holder[at] ??= {};
    }
  }
  const lists = (value) => {
    if (typeof value !== 'object' || Array.isArray(value)) return value;
    const keys = Object.keys(value);
    const made = Object.fromEntries(keys.map((key) => [key, lists(value[key])]));
    return keys.length > 0 && keys.every((key, index) => key === String(index)) ? Object.values(made) : made;
  };
  const whole = Object.fromEntries(Object.entries(root).map(([name, value]) => [name, lists(value)]));
  return only === undefined ? whole : whole[only];
}

/** The fields of a form body. */
function fieldsOf(type, headers, body) {
  if (body.length === 0 || type === undefined) return {};
  if (/x-www-form-urlencoded/i.test(type)) return nested([...new URLSearchParams(body.toString())]);
  const limit = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1];
  const parts = body.toString().split(`--${limit}`).slice(1, -1);
  return nested(
    parts.map((part) => {
      const [head, ...rest] = part.split('\r\n\r\n');
      return [/name="([^"]*)"/.exec(head)?.[1] ?? '', rest.join('\r\n\r\n').replace(/\r\n$/, '')];
    }),
  );
}
