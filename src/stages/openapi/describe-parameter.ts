/** Parameters and headers: with a schema, or with the one media type of their `content`. */
import { definedOnly } from '../../model/defined-only.ts';
import type { ExampleView, ParameterView } from '../../model/endpoint.ts';
import { type DescribeContext, describeSchema, givenExamples } from './describe-schema.ts';
import { generatedExample } from './generated-example.ts';
import { childOf, childrenOf, type SpecNode } from './read/spec-node.ts';
import { isObject, type SpecValue, textOf } from './read/spec-value.ts';
import { conforms } from './schemas/conforms.ts';
import { exclusiveGroups } from './schemas/exclusive-names.ts';
import type { Conjunction } from './schemas/flatten-schema.ts';

const places = ['path', 'query', 'header', 'cookie', 'querystring'] as const;

/** Parameters of the path item that the operation does not override, then its own. */
export function describeParameters(operation: SpecNode, pathItem: SpecNode | undefined, context: DescribeContext): ParameterView[] {
  const { refs } = context;
  const read = (holder: SpecNode | undefined) =>
    childrenOf(holder && childOf(holder, 'parameters')).flatMap((entry) => {
      const node = refs.deref(entry);
      const place = places.find((name) => name === textOf(node?.value, 'in'));
      const name = textOf(node?.value, 'name');
      return node && place !== undefined && name !== undefined ? [{ node, place, name }] : [];
    });
  const own = read(operation);
  const shared = read(pathItem).filter(({ name, place }) => !own.some((other) => other.name === name && other.place === place));
  const parameters = [...shared, ...own].map(({ node, place, name }) => describeParameter(node, name, place, context));
  return withoutExclusive(parameters, textOf(operation.value, 'description'));
}

/** Marks optional parameters that a description excludes beside required ones or those before them. */
function withoutExclusive(parameters: readonly ParameterView[], description: string | undefined): ParameterView[] {
  const names = parameters.map(({ name }) => name);
  const groups = [
    ...exclusiveGroups(description, names),
    ...parameters.flatMap(({ name, schema, descriptionMarkdown }) =>
      exclusiveGroups(descriptionMarkdown ?? schema.descriptionMarkdown, names, name),
    ),
  ];
  const sent = new Set(parameters.flatMap(({ name, required }) => (required ? [name] : [])));
  return parameters.map((parameter) => {
    const { name, required } = parameter;
    const isExclusive =
      !required && groups.some((group) => group.includes(name) && group.some((other) => other !== name && sent.has(other)));
    if (!isExclusive) sent.add(name);
    return isExclusive ? { ...parameter, isExclusive } : parameter;
  });
}

function describeParameter(node: SpecNode, name: string, place: ParameterView['in'], context: DescribeContext): ParameterView {
  const value = isObject(node.value) ? node.value : {};
  const [content] = childrenOf(childOf(node, 'content'));
  const media = content && context.refs.deref(content);
  const schema = childOf(media ?? node, 'schema');
  const schemas: Conjunction = schema ? [schema] : [];
  const given = [...givenExamples(node, context.refs), ...(media ? givenExamples(media, context.refs) : [])];
  return {
    name,
    in: place,
    // OpenAPI 3.1 §4.8.12: a path parameter is always required, whatever the description says.
    required: place === 'path' || value.required === true,
    deprecated: value.deprecated === true || context.reader.flatten(schemas).keywords.deprecated === true,
    schema: describeSchema(schemas, context),
    examples: parameterExamples(name, schemas, given, context),
    ...definedOnly({
      descriptionMarkdown: textOf(value, 'description'),
      style: textOf(value, 'style'),
      arrays: textOf(value, 'style') === 'deepObject' ? context.arrays : undefined,
      explode: typeof value.explode === 'boolean' ? value.explode : undefined,
      // Before 3.2 it applies only to query parameters.
      allowReserved: value.allowReserved === true && (place === 'query' || context.version === '3.2') ? true : undefined,
      allowEmptyValue: value.allowEmptyValue === true ? true : undefined,
      contentType: content?.key,
    }),
  };
}

/** Those of the description; a generated one comes first if none of them is valid. */
function parameterExamples(
  name: string,
  schemas: Conjunction,
  given: readonly ExampleView[],
  context: DescribeContext,
): readonly ExampleView[] {
  const isValid = ({ value }: ExampleView) => schemas.length === 0 || conforms(schemas, value as SpecValue, context.reader);
  const valid = given.filter(isValid);
  if (valid.length > 0) return [...valid, ...given.filter((example) => !valid.includes(example))];
  const generated = generatedExample(schemas, context, { name });
  return generated === undefined ? given : [generated, ...given];
}

/**
 * OpenAPI 3.1 §4.8.17: headers of a response, or of a part of a multipart body. Ignores Content-Type, which the media
 * type already gives.
 */
export function describeHeaders(holder: SpecNode, context: DescribeContext): ParameterView[] {
  return childrenOf(childOf(holder, 'headers')).flatMap((entry) => {
    const header = context.refs.deref(entry);
    const isShown = header && isObject(header.value) && entry.key.toLowerCase() !== 'content-type';
    return isShown ? [describeParameter(header, entry.key, 'header', context)] : [];
  });
}
