/**
 * Props as authors really write them: booleans as `"true"`, numbers as `"2"`, `class` beside `className`, styles as
 * text. Components never trust a prop's type; they ask here.
 */
import { styleText } from '../../shared/style-text.ts';
import { isSafeUrl, opensNewTab } from '../../shared/url.ts';

/** Whatever an author put where markup may stand; Preact ignores what it cannot render. */
// biome-ignore lint/suspicious/noExplicitAny: an author's value
export type Markup = any;

/** What every component may get beside its own props. */
export interface CommonProps {
  readonly className?: unknown;
  /** Read only where `className` says nothing. */
  readonly class?: unknown;
  /** CSS text, or an object as in JSX (`styleOf`). */
  readonly style?: unknown;
  readonly id?: unknown;
  readonly children?: Markup;
}

/** A string with something in it. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** `defaultOpen`, `{true}`, `"true"` and `""` are on; `"false"` and absence are off, or `otherwise` when absent. */
export function isOn(value: unknown, otherwise = false): boolean {
  if (value === undefined || value === null) return otherwise;
  return value !== false && value !== 'false' && value !== 0;
}

/** A number, or the number that a text such as `"2"` or `"24px"` starts with. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** One of a few words, whatever its case. */
export function oneOf<T extends string>(value: unknown, words: readonly T[], otherwise: T): T {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return words.find((candidate) => candidate === word) ?? otherwise;
}

/** Our class first, then the author's. */
export function classOf(own: string, props: CommonProps): string {
  const theirs = isText(props.className) ? props.className : isText(props.class) ? props.class : '';
  return theirs === '' ? own : `${own} ${theirs}`;
}

/** A CSS colour that cannot end its declaration; undefined for anything else. */
export function colorOf(value: unknown): string | undefined {
  if (!isText(value)) return undefined;
  const color = value.trim();
  return color.length <= 128 &&
    /^(?:#[0-9a-f]{3,8}|[a-z]+|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|var)\([\w\s%.,/#()+*-]*\))$/i.test(color)
    ? color
    : undefined;
}

/** CSS text from a style prop (text or object) after our own declarations; undefined when there is none. */
export function styleOf(own: string, style?: unknown): string | undefined {
  const theirs =
    typeof style === 'string'
      ? style.trim()
      : typeof style === 'object' && style !== null
        ? styleText(style as Record<string, unknown>)
        : '';
  const text = own === '' || theirs === '' || own.endsWith(';') ? own + theirs : `${own};${theirs}`;
  return text === '' ? undefined : text;
}

/** Attributes of a link: none for a missing or dangerous target; elsewhere opens a new tab without handing over the opener. */
export function linkTo(href: unknown): { href: string; target?: string; rel?: string } | undefined {
  if (!isText(href) || !isSafeUrl(href)) return undefined;
  return opensNewTab(href) ? { href, target: '_blank', rel: 'noopener noreferrer' } : { href };
}
