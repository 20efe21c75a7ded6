/** Request body by media type, and response bodies by status. */
import type { ComponentChildren } from 'preact';
import type { EndpointView, MediaView, ParameterView, ResponseView, SchemaView } from '../../../../model/endpoint.ts';
import { readyHtml } from '../../../components/raw-html.ts';
import { typeLabel } from './api-field.tsx';
import type { ApiMessages } from './api-messages.ts';
import { useApi } from './api-page.ts';
import { ParameterField } from './parameter-field.tsx';
import { Picker } from './picker.tsx';
import { hasParts, SchemaParts } from './schema-parts.tsx';
import { ValueFacts } from './value-facts.tsx';

/** Anchors of its fields have no prefix: `name`, or `body.name` if a parameter has that name already. */
export function RequestBody({ body }: { readonly body: NonNullable<EndpointView['requestBody']> }) {
  const page = useApi();
  return (
    <>
      {body.descriptionMarkdown ? readyHtml(page.markdown(body.descriptionMarkdown)) : null}
      <MediaTypes media={body.media} place="body" />
    </>
  );
}

/**
 * A single status is shown directly; several get a picker, in the order of the description. Each has the anchor
 * `response-<status>`.
 */
export function Responses({ responses }: { readonly responses: readonly ResponseView[] }) {
  const page = useApi();
  const options = responses.map((response) => ({
    id: page.claimAnchor(`response-${response.status}`),
    title: response.status,
    content: <Response response={response} />,
  }));
  const [only] = options;
  if (options.length === 1 && only)
    return (
      <div id={only.id}>
        <p class="api-status">
          <Status status={only.title} />
        </p>
        {only.content}
      </div>
    );
  return <Picker label={page.words.responses} options={options} className="api-statuses" />;
}

function Response({ response }: { readonly response: ResponseView }) {
  const page = useApi();
  const place = `response-${response.status}`;
  const text = response.descriptionMarkdown ?? response.summary;
  return (
    <>
      {text ? readyHtml(page.markdown(text)) : null}
      <Headers headers={response.headers} place={place} parent={`${place}.headers`} />
      <MediaTypes media={response.media} place={place} />
      {response.links.length > 0 ? <Links links={response.links} /> : null}
    </>
  );
}

function Links({ links }: Pick<ResponseView, 'links'>) {
  const page = useApi();
  return (
    <details class="expandable">
      <summary class="expandable-summary">
        {page.words.links} ({links.length})
      </summary>
      <dl class="expandable-content api-enum">
        {links.map((link) => (
          <div>
            <dt>
              {link.name} → <code>{link.operation}</code>
            </dt>
            <dd>{link.descriptionMarkdown ? readyHtml(page.inlineMarkdown(link.descriptionMarkdown)) : null}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Green for success, blue for redirects, amber and red for errors. The number conveys the same information. */
function Status({ status }: { readonly status: string }) {
  return (
    <span class="status" data-kind={/^[1-5]/.exec(status)?.[0] ?? 'x'}>
      {status}
    </span>
  );
}

function MediaTypes({ media, place }: { readonly media: readonly MediaView[]; readonly place: string }): ComponentChildren {
  const page = useApi();
  const groups = alikeMedia(media);
  const [only] = groups;
  if (only === undefined) return null;
  const titleOf = (group: readonly MediaView[]) => group.map(({ mediaType }) => mediaType).join(', ');
  if (groups.length === 1)
    return (
      <>
        <p class="api-media">{titleOf(only)}</p>
        <Media media={only[0]} place={place} />
      </>
    );
  const options = groups.map((group) => ({
    id: page.claimAnchor(`${place}-${group[0].mediaType.replace(/[^\w]+/g, '-')}`),
    title: titleOf(group),
    content: <Media media={group[0]} place={place} />,
  }));
  return <Picker label="Content-Type" options={options} />;
}

type MediaGroup = [MediaView, ...MediaView[]];

/** Media types with the same schema, of which only one needs to be shown. */
function alikeMedia(media: readonly MediaView[]): MediaGroup[] {
  const groups: MediaGroup[] = [];
  for (const one of media) {
    const isPlain = ({ encoding, itemSchema }: MediaView) => itemSchema === undefined && Object.keys(encoding).length === 0;
    const known = isPlain(one) && one.schema && groups.find(([first]) => first.schema === one.schema && isPlain(first));
    if (known) known.push(one);
    else groups.push([one]);
  }
  return groups;
}

function Media({ media, place }: { readonly media: MediaView; readonly place: string }) {
  const { words } = useApi();
  return (
    <>
      {media.schema === undefined ? null : <CompleteSchema schema={media.schema} place={place} />}
      {media.itemSchema === undefined ? null : (
        <div class="api-part">
          <p class="api-part-title">{words.items}</p>
          <CompleteSchema schema={media.itemSchema} place={place} />
        </div>
      )}
      <Encoding encoding={media.encoding} place={place} />
    </>
  );
}

/** The heading of a schema's page, which says what it lists: fields, alternatives or values, else the type. */
export function schemaTitle(schema: SchemaView, words: ApiMessages): string {
  if (schema.properties.length + schema.otherProperties.length > 0) return words.children;
  if (schema.variants) return schema.variants.kind === 'oneOf' ? words.oneOf : words.anyOf;
  return schema.enum ? words.allowed : typeLabel(schema);
}

/** A complete schema: its type, unless it is an object with properties, then its content. */
export function CompleteSchema({
  schema,
  place,
  parent = '',
  title,
}: {
  readonly schema: SchemaView;
  readonly place: string;
  readonly parent?: string;
  /** The heading above it, which it does not repeat. */
  readonly title?: string | undefined;
}) {
  const page = useApi();
  const isObject = schema.label === 'object' && hasParts(schema);
  return (
    <>
      {isObject || title === typeLabel(schema) ? null : (
        <p class="api-media">
          <span class="field-type">{typeLabel(schema)}</span>
        </p>
      )}
      {schema.descriptionMarkdown ? readyHtml(page.markdown(schema.descriptionMarkdown)) : null}
      <ValueFacts
        schema={{ ...schema, examples: isObject || schema.items ? [] : schema.examples }}
        hasValuesTitle={title === page.words.allowed}
      />
      <div class={place === 'schema' ? 'api-fields schema-part' : 'api-fields'}>
        <SchemaParts schema={schema} path={parent} place={place} />
      </div>
    </>
  );
}

/** The encoding of form fields that differ from the default; fields with the same encoding are one entry. */
function Encoding({ encoding, place }: Pick<MediaView, 'encoding'> & { readonly place: string }) {
  const entries = Object.entries(encoding).flatMap(([name, { contentType, style, explode, allowReserved }]) => {
    const words = [
      contentType,
      style,
      explode === undefined ? undefined : explode ? 'exploded' : 'not exploded',
      allowReserved && 'allowReserved',
    ].filter(Boolean);
    return words.length > 0 ? [{ name, text: words.join(', ') }] : [];
  });
  const alike = [...Map.groupBy(entries, ({ text }) => text)];
  return (
    <>
      {alike.length === 0 ? null : (
        <ul class="api-facts">
          {alike.map(([text, fields]) => (
            <li>
              {fields.map(({ name }, index) => (
                <>
                  {index > 0 ? ', ' : null}
                  <code>{name}</code>
                </>
              ))}
              : {text}
            </li>
          ))}
        </ul>
      )}
      {Object.entries(encoding).map(([name, { headers = [] }]) => (
        <Headers headers={headers} place={place} parent={`${place}.${name}.headers`} of={name} />
      ))}
    </>
  );
}

/** Collapsed; `of` is the form field whose part has these headers. */
function Headers({
  headers,
  place,
  parent,
  of,
}: {
  readonly headers: readonly ParameterView[];
  readonly place: string;
  readonly parent: string;
  readonly of?: string;
}) {
  const { words } = useApi();
  if (headers.length === 0) return null;
  return (
    <details class="expandable">
      <summary class="expandable-summary">
        {of === undefined ? null : (
          <>
            <code>{of}</code>:{' '}
          </>
        )}
        {words.headers} ({headers.length})
      </summary>
      <div class="expandable-content">
        {headers.map((header) => (
          <ParameterField parameter={header} place={place} parent={parent} />
        ))}
      </div>
    </details>
  );
}
