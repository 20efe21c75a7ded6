/**
 * The content of a schema: properties, items, alternatives. Nested ones are collapsed, and expand without scripts too.
 */
import type { ComponentChildren } from 'preact';
import type { SchemaView } from '../../../../model/endpoint.ts';
import { readyHtml } from '../../../components/raw-html.ts';
import { ApiField, typeLabel } from './api-field.tsx';
import { useApi } from './api-page.ts';
import { Picker } from './picker.tsx';
import { formatValue, ValueFacts } from './value-facts.tsx';

interface PartsProps {
  readonly schema: SchemaView;
  /** Anchor of the value; empty for a complete body. */
  readonly path: string;
  readonly place: string;
}

/** The content of a nested value, collapsed. */
export function Children(props: PartsProps) {
  const page = useApi();
  const { schema } = props;
  if (!hasParts(schema)) return null;
  // A single line about the items of a list is shown directly.
  if (schema.items !== undefined && !hasParts({ ...schema, items: undefined }) && !hasParts(schema.items))
    return <SchemaParts {...props} />;
  const rest = restOf(schema);
  if (rest !== undefined) return <Later rest={rest} schema={schema} parent={props.path === '' ? props.place : ''} />;
  return (
    <details class="expandable api-children" open={page.isExpanded}>
      <summary class="expandable-summary">{page.words.children}</summary>
      <div class="expandable-content">
        <SchemaParts {...props} />
      </div>
    </details>
  );
}

/**
 * Content that is on the page of its schema. Scripts load it from there when it is expanded (`schema-rest.ts`); without
 * them it is a link. `parent`: prefix of its anchors, if that is not the field around it.
 */
function Later({ rest, schema, parent }: { readonly rest: Rest; readonly schema: SchemaView; readonly parent: string }) {
  const page = useApi();
  const href = page.schemaHref(rest.schema);
  const link = <RestLink schema={rest.schema} href={href} />;
  if (href === undefined) return link;
  const itemText = schema.items?.descriptionMarkdown;
  return (
    <details class="expandable api-children" data-schema={parent}>
      <summary class="expandable-summary">{page.words.children}</summary>
      <div class="expandable-content">
        {itemText ? readyHtml(page.markdown(itemText)) : null}
        {link}
      </div>
    </details>
  );
}

/** The content of a value, not collapsed. */
export function SchemaParts({ schema, path, place }: PartsProps) {
  const { words } = useApi();
  const field = (name: string, inner: SchemaView, required = false) => (
    <ApiField
      name={name}
      parent={path}
      place={place}
      schema={inner}
      required={required}
      inside={(anchor) => <Children schema={inner} path={anchor} place={place} />}
    />
  );
  return (
    <>
      {schema.properties.map(({ name, required, schema: inner }) => field(name, inner, required))}
      {schema.otherProperties.map((other) => field(other.name, other.schema))}
      {schema.prefixItems.map((item, index) => field(`[${index}]`, item))}
      {schema.items === undefined ? null : <Items item={schema.items} path={path} place={place} />}
      {schema.variants === undefined ? null : <Variants variants={schema.variants} path={path} place={place} />}
      {schema.not === undefined ? null : (
        <div class="api-part">
          <p class="api-part-title">
            {words.not}: <span class="field-type">{typeLabel(schema.not)}</span>
          </p>
          <ValueFacts schema={schema.not} />
          <SchemaParts schema={schema.not} path={path} place={place} />
        </div>
      )}
      {schema.more === undefined ? null : <Later rest={schema.more} schema={schema} parent={path === '' ? place : ''} />}
    </>
  );
}

/**
 * The anchors of an item's properties are prefixed by the anchor of the list (`items.sku`), because the item has no
 * name.
 */
function Items({ item, path, place }: { readonly item: SchemaView; readonly path: string; readonly place: string }) {
  const page = useApi();
  const isPlain = !item.descriptionMarkdown && !hasFacts(item) && item.types[0] !== 'array';
  if (isPlain) return <SchemaParts schema={item} path={path} place={place} />;
  return (
    <div class="api-part">
      <p class="api-part-title">
        {page.words.items}: <span class="field-type">{typeLabel(item)}</span>
      </p>
      {item.descriptionMarkdown ? readyHtml(page.markdown(item.descriptionMarkdown)) : null}
      <ValueFacts schema={item} />
      <SchemaParts schema={item} path={path} place={place} />
    </div>
  );
}

/** With more alternatives, those with pages of their own are a list of links: 500 panels of one link are 500 kB. */
const maxPanels = 40;

interface VariantsProps {
  readonly variants: NonNullable<SchemaView['variants']>;
  readonly path: string;
  readonly place: string;
}

function Variants({ variants, path, place }: VariantsProps) {
  const { markdown, words, claimAnchor } = useApi();
  const linked =
    variants.options.length > maxPanels ? variants.options.filter(({ schema }) => schema.properties.length === 0 && schema.more) : [];
  const label = variants.kind === 'oneOf' ? words.oneOf : words.anyOf;
  const panels = variants.options.filter((option) => !linked.includes(option));
  const options = panels.map(({ title, schema, discriminatorValues }) => ({
    title,
    id: claimAnchor(`${path === '' ? place : path}-option`),
    content: (
      <>
        {schema.descriptionMarkdown ? readyHtml(markdown(schema.descriptionMarkdown)) : null}
        <Known by={variants.discriminator} values={discriminatorValues} schema={schema} />
        {schema.properties.length === 0 && schema.variants === undefined && title !== schema.label ? (
          <p class="api-values">
            <span class="field-type">{typeLabel(schema)}</span>
          </p>
        ) : null}
        <ValueFacts schema={schema} />
        <SchemaParts schema={schema} path={path} place={place} />
      </>
    ),
  }));
  return (
    <>
      {options.length > 0 ? <Picker label={label} options={options} /> : null}
      {linked.length > 0 ? <LinkedVariants label={`${label} (${linked.length})`} variants={{ ...variants, options: linked }} /> : null}
    </>
  );
}

/** Alternatives as links to the pages of their schemas, with their discriminator values. */
function LinkedVariants({ label, variants }: { readonly label: string } & Pick<VariantsProps, 'variants'>) {
  const { schemaHref } = useApi();
  return (
    <details class="expandable">
      <summary class="expandable-summary">{label}</summary>
      <div class="expandable-content">
        {variants.discriminator === undefined ? null : (
          <p>
            <code>{variants.discriminator}</code>
          </p>
        )}
        <ul>
          {variants.options.map(({ title, schema, discriminatorValues }) => {
            const href = schema.more && schemaHref(schema.more.schema);
            return (
              <li>
                {href === undefined ? title : <a href={href}>{title}</a>}
                {discriminatorValues.map((value) => [' ', <code>{formatValue(value)}</code>])}
              </li>
            );
          })}
        </ul>
      </div>
    </details>
  );
}

type Rest = NonNullable<SchemaView['more']>;

function RestLink({ schema, href }: { readonly schema: string; readonly href: string | undefined }): ComponentChildren {
  const { words } = useApi();
  const name = schema.slice(schema.lastIndexOf('/') + 1);
  return (
    <p class="api-rest">
      {href === undefined ? (
        <code>{name}</code>
      ) : (
        <a href={href}>
          {words.more} {name}
        </a>
      )}
    </p>
  );
}

/** Whether the schema has nested content to list. */
export function hasParts(schema: Omit<SchemaView, 'items'> & { readonly items?: SchemaView | undefined }): boolean {
  return (
    schema.properties.length > 0 ||
    schema.otherProperties.length > 0 ||
    schema.prefixItems.length > 0 ||
    schema.variants !== undefined ||
    schema.not !== undefined ||
    schema.more !== undefined ||
    (schema.items !== undefined && (hasParts(schema.items) || hasFacts(schema.items) || Boolean(schema.items.descriptionMarkdown)))
  );
}

function hasFacts(schema: SchemaView): boolean {
  return (
    schema.constraints.length > 0 ||
    schema.enum !== undefined ||
    schema.const !== undefined ||
    schema.default !== undefined ||
    schema.format !== undefined
  );
}

/** The schema for the rest of a view that ends here: itself, or that of its items. */
function restOf(schema: SchemaView): Rest | undefined {
  if (schema.more !== undefined && schema.properties.length === 0) return schema.more;
  return schema.items === undefined || schema.properties.length > 0 ? undefined : restOf(schema.items);
}

/**
 * The discriminator values of an alternative. Values that are not in its own enum are another spelling: the enum is
 * right.
 */
function Known({
  by,
  values,
  schema,
}: {
  readonly by: string | undefined;
  readonly values: readonly string[];
  readonly schema: SchemaView;
}) {
  const own = schema.properties.find(({ name }) => name === by)?.schema;
  const listed = own?.const ? [own.const] : own?.enum;
  const shown = listed ? values.filter((value) => listed.some((item) => item.value === value)) : values;
  if (by === undefined || shown.length === 0) return null;
  return (
    <p class="api-values">
      <code>{by}</code> = {shown.map((value, index) => [index > 0 && ', ', <code key={value}>{formatValue(value)}</code>])}
    </p>
  );
}
