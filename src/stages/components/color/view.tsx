import { type CommonProps, classOf, colorOf, isText, type Markup, styleOf, toKeyword } from '../author-props.ts';
import { color } from './props.ts';

/** `variant` is `table` or `compact`, the default. */
export interface ColorProps extends CommonProps {
  readonly variant?: unknown;
}

/** `Color`, with the properties `Color.Row` and `Color.Item`: a palette. A click copies a value. */
export const Color = /* @__PURE__ */ Object.assign(
  function Color(props: ColorProps) {
    return (
      <div class={classOf('color', props)} data-variant={toKeyword(props.variant, color.components.Color.values.variant, 'compact')}>
        {props.children}
      </div>
    );
  },
  { Item: ColorItem, Row: ColorRow },
);

/** `Color.Row`: a titled row of items. */
export function ColorRow(props: CommonProps & { readonly title?: Markup }) {
  return (
    <div class="color-row">
      {props.title ? <div class="color-row-title">{props.title}</div> : null}
      <div class="color-row-items">{props.children}</div>
    </div>
  );
}

/** `value` is required; without a valid one nothing is rendered. */
export interface ColorItemProps extends CommonProps {
  readonly name?: Markup;
  /** Any CSS colour, or `{light, dark}`. */
  readonly value?: unknown;
}

/** `Color.Item`: renders nothing if neither value is a colour. With a pair, a click copies the value of the current mode. */
export function ColorItem(props: ColorItemProps) {
  const pair = (typeof props.value === 'object' && props.value !== null ? props.value : { light: props.value }) as Record<string, unknown>;
  const light = colorOf(pair.light);
  const dark = colorOf(pair.dark);
  const values = [light, dark].filter(isText);
  if (values.length === 0) return null;
  const style = styleOf(`--swatch:${light ?? dark}${dark ? `;--swatch-dark:${dark}` : ''}`);
  return (
    <button type="button" class="color-item" data-copy={values[0]} data-copy-dark={dark}>
      <span class="color-swatch" style={style} />
      {isText(props.name) ? <span class="color-name">{props.name}</span> : null}
      <span class="color-value">
        {light ? <code data-mode={dark ? 'light' : undefined}>{light}</code> : null}
        {dark ? <code data-mode={light ? 'dark' : undefined}>{dark}</code> : null}
      </span>
    </button>
  );
}
