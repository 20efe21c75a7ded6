/**
 * Reads props as authors write them: booleans as `"true"`, numbers as `"2"`, `class` beside `className`, styles as
 * text. Components never rely on the type of a prop; they use these functions.
 */
import { styleText } from '../../shared/style-text.ts';
import { isSafeUrl, opensNewTab } from '../../shared/url.ts';

/** Any value that an author passes as markup. Preact ignores what it cannot render. */
// biome-ignore lint/suspicious/noExplicitAny: an author's value
export type Markup = any;

/** Props that every component accepts. */
export interface CommonProps {
  readonly className?: unknown;
  /** Used only if `className` is absent. */
  readonly class?: unknown;
  /** CSS text, or an object as in JSX (`styleOf`). */
  readonly style?: unknown;
  readonly id?: unknown;
  readonly children?: Markup;
}

/** A string that is not blank. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** `defaultOpen`, `{true}`, `"true"` and `""` are true; `"false"` is false; `fallback` applies when the prop is absent. */
export function isOn(value: unknown, fallback = false): boolean {
  if (value === undefined || value === null) return fallback;
  return value !== false && value !== 'false' && value !== 0;
}

/** A number, or the number at the start of a text such as `"2"` or `"24px"`. */
export function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** One of several keywords, case-insensitive. */
export function toKeyword<T extends string>(value: unknown, words: readonly T[], fallback: T): T {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return words.find((candidate) => candidate === word) ?? fallback;
}

/** The component's class, then the author's. */
export function classOf(own: string, props: CommonProps): string {
  const authorValue = isText(props.className) ? props.className : isText(props.class) ? props.class : '';
  return authorValue === '' ? own : `${own} ${authorValue}`;
}

/** A CSS colour that cannot end its declaration; undefined for any other value. */
export function colorOf(value: unknown): string | undefined {
  if (!isText(value)) return undefined;
  const color = value.trim();
  return color.length <= 128 &&
    /^(?:#[0-9a-f]{3,8}|[a-z]+|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|var)\([\w\s%.,/#()+*-]*\))$/i.test(color)
    ? color
    : undefined;
}

/** The component's declarations, then those of the style prop (text or object); undefined if there are none. */
export function styleOf(own: string, style?: unknown): string | undefined {
  const authorValue =
    typeof style === 'string'
      ? style.trim()
      : typeof style === 'object' && style !== null
        ? styleText(style as Record<string, unknown>)
        : '';
  const text = own === '' || authorValue === '' || own.endsWith(';') ? own + authorValue : `${own};${authorValue}`;
  return text === '' ? undefined : text;
}

/** Attributes of a link; undefined for a missing or unsafe URL. External links open in a new tab with `noopener noreferrer`. */
export function linkAttributes(href: unknown): { href: string; target?: string; rel?: string } | undefined {
  if (!isText(href) || !isSafeUrl(href)) return undefined;
  return opensNewTab(href) ? { href, target: '_blank', rel: 'noopener noreferrer' } : { href };
}
