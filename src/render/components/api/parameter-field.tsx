/** A parameter of an operation or a header of a response; `parent` is the anchor of the headers for the latter. */
import type { ParameterView } from '../../../model/endpoint.ts';
import { ApiField } from './api-field.tsx';
import { Children } from './schema-parts.tsx';

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
      examples={parameter.examples.filter((example) => !example.generated).map((example) => example.value)}
    />
  );
}
