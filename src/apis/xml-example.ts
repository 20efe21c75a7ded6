/** A value as XML text, by the `xml` member of its schema (OpenAPI 3.1 §4.8.26). */
import { type Conjunction, nameOfSchema, type SchemaReader } from './flatten-schema.ts';

import { isObject, pointerKeys, type SpecValue, textOf } from './spec-value.ts';

export function xmlExample(schemas: Conjunction, value: SpecValue, reader: SchemaReader): string {
  const flat = reader.flatten(schemas);
  const first = schemas[0];
  const named = flat.identity && pointerKeys(flat.identity.pointer).at(-1);
  const root = textOf(flat.keywords.xml, 'name') ?? (first && nameOfSchema(first)) ?? named ?? 'root';
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, schemas, value, reader, 0)}`;
}

function element(name: string, schemas: Conjunction, value: SpecValue, reader: SchemaReader, depth: number): string {
  const flat = reader.flatten(schemas);
  const indent = '  '.repeat(depth);
  const tag = xmlName(qualified(name, flat.keywords.xml));
  if (Array.isArray(value)) {
    const itemXml = reader.flatten(flat.items).keywords.xml;
    const isWrapped = isObject(flat.keywords.xml) && flat.keywords.xml.wrapped === true;
    const itemName = textOf(itemXml, 'name') ?? name;
    const items = value.map((item) => element(itemName, flat.items, item, reader, isWrapped ? depth + 1 : depth)).join('\n');
    return isWrapped ? `${indent}<${tag}>\n${items}\n${indent}</${tag}>` : items;
  }
  if (!isObject(value)) return `${indent}<${tag}>${escapeText(value === null ? '' : String(value))}</${tag}>`;
  let attributes = '';
  const children: string[] = [];
  for (const key of Object.keys(value)) {
    const schemasOfKey = flat.properties.get(key) ?? flat.additional.filter((node) => isObject(node.value));
    const xml = reader.flatten(schemasOfKey).keywords.xml;
    const shown = textOf(xml, 'name') ?? key;
    const member = value[key] as SpecValue;
    if (isObject(xml) && (xml.attribute === true || xml.nodeType === 'attribute') && !isObject(member)) {
      attributes += ` ${xmlName(qualified(shown, xml))}="${escapeText(String(member))}"`;
    } else children.push(element(shown, schemasOfKey, member, reader, depth + 1));
  }
  if (children.length === 0) return `${indent}<${tag}${attributes}/>`;
  return `${indent}<${tag}${attributes}>\n${children.join('\n')}\n${indent}</${tag}>`;
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
