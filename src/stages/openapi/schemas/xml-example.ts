import { isObject, pointerKeys, type SpecValue, textOf } from '../read/spec-value.ts';
import { type Conjunction, nameOfSchema, type SchemaReader } from './flatten-schema.ts';

/**
 * Serializes a value as XML, by the `xml` members of its schema (OpenAPI 3.1 §4.8.26). `value` is valid for the
 * schemas. Indented by two spaces, with an XML declaration.
 */
export function xmlExample(schemas: Conjunction, value: SpecValue, reader: SchemaReader): string {
  const flat = reader.flatten(schemas);
  const first = schemas[0];
  const named = flat.identity && pointerKeys(flat.identity.pointer).at(-1);
  const root = textOf(flat.keywords.xml, 'name') ?? (first && nameOfSchema(first)) ?? named ?? 'root';
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, schemas, value, { reader, depth: 0, namespaces: new Map() })}`;
}

interface Place {
  readonly reader: SchemaReader;
  readonly depth: number;
  /** Namespaces declared by enclosing elements, by prefix; '' = the default. */
  readonly namespaces: ReadonlyMap<string, string>;
}

/** `name`: used unless its own schema has another one. */
function element(name: string, schemas: Conjunction, value: SpecValue, place: Place): string {
  const { reader, depth } = place;
  const flat = reader.flatten(schemas);
  const { xml } = flat.keywords;
  const indent = '  '.repeat(depth);
  if (Array.isArray(value)) {
    const isWrapped = isObject(xml) && (xml.wrapped === true || xml.nodeType === 'element');
    // The name of a list is that of its wrapper, and unused without one (OpenAPI 3.1 §4.8.26.2.3).
    const around = isWrapped ? (textOf(xml, 'name') ?? name) : name;
    const itemName = textOf(reader.flatten(flat.items).keywords.xml, 'name') ?? around;
    const inner = isWrapped ? { ...place, depth: depth + 1 } : place;
    const items = value.map((item) => element(itemName, flat.items, item, inner)).join('\n');
    if (!isWrapped) return items;
    const tag = xmlName(qualified(around, xml));
    return `${indent}<${tag}>\n${items}\n${indent}</${tag}>`;
  }
  const tag = xmlName(qualified(textOf(xml, 'name') ?? name, xml));
  const { declared, namespaces } = declare(xml, place.namespaces);
  if (!isObject(value)) return `${indent}<${tag}${declared}>${escapeText(value === null ? '' : String(value))}</${tag}>`;
  let attributes = declared;
  let text = '';
  const children: string[] = [];
  for (const key of Object.keys(value)) {
    const schemasOfKey = flat.properties.get(key) ?? flat.additional.filter((node) => isObject(node.value));
    const ofKey = reader.flatten(schemasOfKey).keywords.xml;
    const member = value[key] as SpecValue;
    const kind = isObject(member) || Array.isArray(member) ? 'element' : nodeType(ofKey);
    if (kind === 'attribute') attributes += ` ${xmlName(qualified(textOf(ofKey, 'name') ?? key, ofKey))}="${escapeText(String(member))}"`;
    else if (kind === 'text') text += escapeText(String(member));
    else if (kind === 'cdata') text += `<![CDATA[${String(member).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
    else children.push(element(key, schemasOfKey, member, { reader, depth: depth + 1, namespaces }));
  }
  const inside = children.length === 0 ? '' : `\n${children.join('\n')}\n${indent}`;
  return text + inside === '' ? `${indent}<${tag}${attributes}/>` : `${indent}<${tag}${attributes}>${text}${inside}</${tag}>`;
}

/** How a member without children is written; `nodeType` is new in 3.2. */
function nodeType(xml: SpecValue | undefined): string {
  return isObject(xml) && xml.attribute === true ? 'attribute' : (textOf(xml, 'nodeType') ?? 'element');
}

/** The namespace declaration of an element, unless an enclosing element has it. */
function declare(xml: SpecValue | undefined, known: ReadonlyMap<string, string>) {
  const namespace = textOf(xml, 'namespace');
  const prefix = textOf(xml, 'prefix') ?? '';
  if (namespace === undefined || known.get(prefix) === namespace) return { declared: '', namespaces: known };
  const declared = ` ${xmlName(prefix === '' ? 'xmlns' : `xmlns:${prefix}`)}="${escapeText(namespace)}"`;
  return { declared, namespaces: new Map([...known, [prefix, namespace]]) };
}

function qualified(name: string, xml: SpecValue | undefined): string {
  const prefix = textOf(xml, 'prefix');
  return prefix === undefined ? name : `${prefix}:${name}`;
}

function xmlName(name: string): string {
  const safe = name.replace(/[^\w:.\u0080-\uffff-]/g, '_');
  return /^[A-Za-z_\u0080-\uffff]/.test(safe) ? safe : `_${safe}`;
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
