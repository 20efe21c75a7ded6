import type { ComponentChildren } from 'preact';
import type { SchemaView } from '../../../../model/endpoint.ts';
import { readyHtml } from '../../../components/raw-html.ts';
import { withWordBreaks } from '../../../components/word-breaks.tsx';
import { anchorStep, fieldAnchor, useApi } from './api-page.ts';
import { ValueFacts } from './value-facts.tsx';

interface ApiFieldProps {
  readonly name: string;
  /** Anchor of the enclosing object; empty at the top level. */
  readonly parent: string;
  /** `query`, `body`, `response-200`: for anchors. */
  readonly place: string;
  readonly schema: SchemaView;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly descriptionMarkdown?: string | undefined;
  /** Examples from the description of a parameter. */
  readonly examples?: readonly unknown[];
  /** Other properties of a parameter, as written. */
  readonly written?: readonly string[];
  /** The nested content, given its anchor. */
  readonly inside?: (anchor: string) => ComponentChildren;
}

/**
 * One parameter, property, header or credential: name, type, constraints, description, nested content. Claims its
 * anchor before those of its nested content.
 */
export function ApiField(props: ApiFieldProps) {
  const page = useApi();
  const { name, parent, place, schema } = props;
  const id = fieldAnchor(page, place, parent, name);
  const step = anchorStep(name);
  // Other pages that load the schema give this field another anchor.
  const isRenamed = place === 'schema' && parent === '' && id !== step;
  const text = props.descriptionMarkdown ?? schema.descriptionMarkdown;
  const isDeprecated = props.deprecated === true || schema.deprecated;
  return (
    <div class="field" id={id} data-path={isRenamed ? step : undefined}>
      <div class="field-head">
        {schema.pre.map((pill) => (
          <span class="field-pill">{pill}</span>
        ))}
        <a class="field-name" href={`#${encodeURIComponent(id)}`}>
          {withWordBreaks(name)}
        </a>
        <span class="field-type">{typeLabel(schema)}</span>
        {props.required ? <span class="field-required">{page.words.required}</span> : null}
        {isDeprecated ? <span class="field-deprecated">{page.words.deprecated}</span> : null}
        {schema.readOnly ? <span class="field-pill">{page.words.readOnly}</span> : null}
        {schema.writeOnly ? <span class="field-pill">{page.words.writeOnly}</span> : null}
        {schema.post.map((pill) => (
          <span class="field-pill">{pill}</span>
        ))}
      </div>
      <div class="field-content">
        {text ? readyHtml(page.markdown(text)) : null}
        <ValueFacts schema={schema} examples={props.examples} written={props.written} />
        {props.inside?.(id)}
      </div>
    </div>
  );
}

/** `string<date-time>`, `array of object`, `integer | null`. */
export function typeLabel(schema: SchemaView): string {
  const { format, label } = schema;
  return format === undefined || format === '' ? label : label.replace(/^[a-z]+/, (type) => `${type}<${format}>`);
}
