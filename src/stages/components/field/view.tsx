/** `ParamField` and `ResponseField`: one documented parameter or member, with an anchor derived from its name. */
import { slug } from '../../../shared/slug.ts';
import { type CommonProps, classOf, isOn, isText, type Markup } from '../author-props.ts';
import { textOf } from '../children.ts';
import { usePage } from '../page-context.ts';
import { withWordBreaks } from '../word-breaks.tsx';

interface FieldProps extends CommonProps {
  readonly type?: Markup;
  readonly required?: unknown;
  readonly deprecated?: unknown;
  readonly default?: unknown;
}

/** The first of `query`, `path`, `body`, `header` that has text gives the name and location of the field. */
export interface ParamFieldProps extends FieldProps {
  readonly query?: unknown;
  readonly path?: unknown;
  readonly body?: unknown;
  readonly header?: unknown;
  /** The name if none of the four is given; the field then shows no location. */
  readonly name?: Markup;
  /** Not rendered: an example for the playground and the samples (`hand-written-endpoint.ts`). */
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
  /** One pill or a list of pills before the name. */
  readonly pre?: unknown;
  /** The same after the other facts. */
  readonly post?: unknown;
}

/** Its anchor is `response-<slug>`. `param-<slug>` works too, because links from other generators use it. */
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
            {isText(props.name) ? withWordBreaks(props.name) : props.name}
          </a>
        ) : null}
        {props.type ? <span class="field-type">{props.type}</span> : null}
        {props.place ? <span class="field-place">{props.place}</span> : null}
        {props.default === undefined || props.default === null || props.default === '' ? null : (
          <span class="field-default">
            {page.messages.default}: <code>{formatDefault(props.default)}</code>
          </span>
        )}
        {isOn(props.required) ? <span class="field-required">{page.messages.required}</span> : null}
        {isOn(props.deprecated) ? <span class="field-deprecated">{page.messages.deprecated}</span> : null}
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

/** A default value as one would type it: text without quotes, other values as JSON. */
function formatDefault(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
