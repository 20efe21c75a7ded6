/** `ParamField` and `ResponseField`: one documented parameter or member, linkable by its name. */
import { slug } from '../../../shared/slug.ts';
import { type CommonProps, classOf, isOn, isText, type Markup } from '../author-props.ts';
import { breakable } from '../breakable.tsx';
import { textOf } from '../children.ts';
import { usePage } from '../page-context.ts';

interface FieldProps extends CommonProps {
  readonly type?: Markup;
  readonly required?: unknown;
  readonly deprecated?: unknown;
  readonly default?: unknown;
}

/** The first of `query`, `path`, `body`, `header` with text gives the name and location of the field. */
export interface ParamFieldProps extends FieldProps {
  readonly query?: unknown;
  readonly path?: unknown;
  readonly body?: unknown;
  readonly header?: unknown;
  /** The name where none of the four is given; the field then shows no place. */
  readonly name?: Markup;
  /** Not shown here: an example for the playground and the samples (`hand-written-endpoint.ts`). */
  readonly placeholder?: unknown;
}

const places = ['query', 'path', 'body', 'header'] as const;

/** Its anchor is `param-<slug of the name>`, made unique on the page. */
export function ParamField(props: ParamFieldProps) {
  const place = places.find((candidate) => isText(props[candidate]));
  return <Field {...props} name={place ? props[place] : props.name} place={place} prefix="param" />;
}

/** `name` and `type` are required; a field without a name has no anchor. */
export interface ResponseFieldProps extends FieldProps {
  readonly name?: Markup;
  /** One pill or a list of them, before the name. */
  readonly pre?: unknown;
  /** The same, at the end of the line. */
  readonly post?: unknown;
}

/** Its anchor is `response-<slug>`; `param-<slug>` leads there too, as links of other generators have it. */
export function ResponseField(props: ResponseFieldProps) {
  return <Field {...props} prefix="response" />;
}

function Field(props: ResponseFieldProps & { readonly place?: string; readonly prefix: string }) {
  const page = usePage();
  const name = textOf(props.name);
  const id = isText(props.id) ? props.id : name ? page.claimAnchor(`${props.prefix}-${slug(name)}`) : undefined;
  const alias = `param-${slug(name.replace(/([a-z\d])([A-Z])/g, '$1-$2').replace(/[._]/g, '-'))}`;
  return (
    <div class={classOf('field', props)} id={id}>
      {/* How links of other generators name it, whatever kind of field it is. */}
      {name && alias !== id ? <span id={page.claimAnchor(alias)} /> : null}
      <div class="field-head">
        <Pills of={props.pre} />
        {name ? (
          <a class="field-name" href={`#${id}`}>
            {isText(props.name) ? breakable(props.name) : props.name}
          </a>
        ) : null}
        {props.type ? <span class="field-type">{props.type}</span> : null}
        {props.place ? <span class="field-place">{props.place}</span> : null}
        {props.default === undefined || props.default === null || props.default === '' ? null : (
          <span class="field-default">
            {page.words.default}: <code>{shown(props.default)}</code>
          </span>
        )}
        {isOn(props.required) ? <span class="field-required">{page.words.required}</span> : null}
        {isOn(props.deprecated) ? <span class="field-deprecated">{page.words.deprecated}</span> : null}
        <Pills of={props.post} />
      </div>
      <div class="field-content">{props.children}</div>
    </div>
  );
}

function Pills({ of }: { readonly of: unknown }) {
  const pills = Array.isArray(of) ? of : of ? [of] : [];
  return pills.map((pill) => <span class="field-pill">{pill}</span>);
}

/** A default as one would type it: text bare, everything else as JSON. */
function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
