import type { ComponentChildren } from 'preact';
import type { ConstraintView, SchemaView } from '../../../../model/endpoint.ts';
import { shortened } from '../../../../model/shorten.ts';
import { readyHtml } from '../../../components/raw-html.ts';
import type { ApiMessages } from './api-messages.ts';
import { useApi } from './api-page.ts';
import { constraintText } from './constraint-messages.ts';

/** Maximum length of a displayed value; longer ones are truncated. */
const longestValue = 120;
const examplesShown = 3;
/** Enums up to this size are shown in one line; longer ones are collapsed. */
const openEnum = 12;

interface FactsProps {
  readonly schema: SchemaView;
  /** Examples of a parameter, which replace those of its schema (OpenAPI 3.1 §4.8.12). */
  readonly examples?: readonly unknown[] | undefined;
  /** Facts that are shown as written in the description. */
  readonly written?: readonly string[] | undefined;
  /** The values of an enum have a heading, and are what the page is about. */
  readonly hasValuesTitle?: boolean;
}

/**
 * Details of a value besides its type: constraints, default, constant, examples, enum values. Renders nothing when
 * there are none.
 */
export function ValueFacts({ schema, examples = [], written = [], hasValuesTitle = false }: FactsProps) {
  const { words } = useApi();
  const given = (examples.length > 0 ? examples : schema.examples).filter((value) => value !== undefined).slice(0, examplesShown);
  const facts: ComponentChildren[] = schema.constraints.map((constraint) => <li>{shownConstraint(constraint, words)}</li>);
  for (const text of written)
    facts.push(
      <li>
        <code>{text}</code>
      </li>,
    );
  if (schema.const !== undefined) facts.push(<Fact name={words.always} values={[schema.const.value]} />);
  if (schema.default !== undefined) facts.push(<Fact name={words.default} values={[schema.default.value]} />);
  if (given.length > 0) facts.push(<Fact name={given.length > 1 ? words.examples : words.example} values={given} />);
  return (
    <>
      {facts.length > 0 ? <ul class="api-facts">{facts}</ul> : null}
      <EnumValues schema={schema} hasTitle={hasValuesTitle} />
    </>
  );
}

function Fact({ name, values }: { readonly name: string; readonly values: readonly unknown[] }) {
  return (
    <li>
      {name}:{' '}
      {values.map((value, index) => (
        <>
          {index > 0 ? ', ' : null}
          <code>{formatValue(value)}</code>
        </>
      ))}
    </li>
  );
}

/** As text; patterns and values as code. */
function shownConstraint(constraint: ConstraintView, words: ApiMessages): ComponentChildren {
  if (constraint.kind === 'keyword') return <code>{shortened(constraintText(constraint, words), longestValue)}</code>;
  if (constraint.kind !== 'pattern') return constraintText(constraint, words);
  return (
    <>
      {words.pattern} <code>{shortened(constraint.pattern, longestValue)}</code>
    </>
  );
}

function EnumValues({ schema, hasTitle }: { readonly schema: SchemaView; readonly hasTitle: boolean }) {
  const page = useApi();
  const values = schema.enum ?? [];
  if (values.length === 0) return null;
  if (values.some((option) => option.descriptionMarkdown)) {
    const list = (
      <dl class="api-enum">
        {values.map((option) => (
          <div>
            <dt>
              <code>{formatValue(option.value)}</code>
            </dt>
            <dd>{option.descriptionMarkdown ? readyHtml(page.inlineMarkdown(option.descriptionMarkdown)) : null}</dd>
          </div>
        ))}
      </dl>
    );
    return <Folded isFolded={values.length > openEnum && !hasTitle} title={`${page.words.allowed} (${values.length})`} content={list} />;
  }
  const codes = values.map((option) => <code>{formatValue(option.value)}</code>);
  if (hasTitle) return <p class="api-values">{codes}</p>;
  if (values.length > openEnum)
    return <Folded isFolded title={`${page.words.allowed} (${values.length})`} content={<p class="api-values">{codes}</p>} />;
  return (
    <p class="api-values">
      <span>{page.words.allowed}:</span> {codes}
    </p>
  );
}

function Folded({ isFolded, title, content }: { readonly isFolded: boolean; readonly title: string; readonly content: ComponentChildren }) {
  if (!isFolded) return content;
  return (
    <details class="expandable">
      <summary class="expandable-summary">{title}</summary>
      <div class="expandable-content">{content}</div>
    </details>
  );
}

/** As typed in code: strings have quotes only where they could be mistaken for another type. */
export function formatValue(value: unknown): string {
  const text = typeof value === 'string' && !looksOtherwise(value) ? value : JSON.stringify(value);
  return shortened(text ?? '', longestValue);
}

function looksOtherwise(text: string): boolean {
  return text === '' || text.trim() !== text || /^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(text);
}
