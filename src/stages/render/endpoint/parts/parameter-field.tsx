import type { ParameterView } from '../../../../model/endpoint.ts';
import { ApiField } from './api-field.tsx';
import { Children } from './schema-parts.tsx';

/**
 * A parameter of an operation, or a header of a response or part; for the latter, `parent` is the anchor of the
 * headers.
 */
export function ParameterField({
  parameter,
  place,
  parent = '',
}: {
  readonly parameter: ParameterView;
  readonly place: string;
  readonly parent?: string;
}) {
  return (
    <ApiField
      name={parameter.name}
      parent={parent}
      place={place}
      schema={parameter.schema}
      required={parameter.required}
      deprecated={parameter.deprecated}
      descriptionMarkdown={parameter.descriptionMarkdown}
      inside={(anchor) => <Children schema={parameter.schema} path={anchor} place={place} />}
      written={waysOf(parameter)}
      examples={parameter.examples.filter((example) => !example.generated).map((example) => example.value)}
    />
  );
}

/** The serialization of the value, where it differs from the default of its location (OpenAPI 3.1 §4.8.12.2). */
function waysOf({ in: place, style, explode, allowReserved, allowEmptyValue, contentType, location, schema }: ParameterView): string[] {
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const isUsual = style === undefined || style === usual;
  const hasParts = schema.types.length === 0 || schema.types.includes('array') || schema.types.includes('object');
  const isExploded = (style ?? usual) === 'form';
  return [
    isUsual ? '' : `style: ${style}`,
    explode === undefined || explode === isExploded || !hasParts ? '' : `explode: ${explode}`,
    allowReserved ? 'allowReserved: true' : '',
    allowEmptyValue ? 'allowEmptyValue: true' : '',
    contentType ?? '',
    location === undefined ? '' : `location: ${location}`,
  ].filter((text) => text !== '');
}
