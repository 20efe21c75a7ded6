/**
 * Icons in content. A name becomes a placeholder that `stages/render/icons/icons.ts` replaces with an icon of the
 * page's sprite; a path or URL becomes an image; markup is kept; anything else (an emoji) is text.
 */
import { isValidElement } from 'preact';
import { isSafeUrl } from '../../../shared/url.ts';
import { type CommonProps, classOf, colorOf, isText, styleOf, toNumber } from '../author-props.ts';

/** Props of an icon; `icon` is a name in a library, a URL or a path. */
export interface IconProps extends CommonProps {
  /** Name, URL, path, markup, or `{name, style, library}`. */
  readonly icon?: unknown;
  /** URL or path only. */
  readonly src?: unknown;
  /** Font Awesome style: `solid`, `regular`, `brands`, … */
  readonly iconType?: unknown;
  /** Empty or absent: the icon library of the site. */
  readonly library?: unknown;
  readonly color?: unknown;
  /** Pixels. */
  readonly size?: unknown;
}

/** `<Icon icon="rocket" size={20} />` */
export function Icon(props: IconProps) {
  const { library, name } = parseIcon(props);
  if (name === undefined) return null;
  const size = toNumber(props.size);
  const color = colorOf(props.color);
  const own = `${size ? `width:${size}px;height:${size}px` : ''}${color ? `${size ? ';' : ''}color:${color}` : ''}`;
  const attributes = { class: classOf('icon', props), style: styleOf(own, props.style) };
  if (isValidElement(name) || Array.isArray(name)) {
    return (
      <span {...attributes} aria-hidden="true">
        {name}
      </span>
    );
  }
  if (!isText(name)) return null;
  if (isImagePath(name)) return isSafeUrl(name, true) ? <img {...attributes} src={name} alt="" /> : null;
  const plain = name
    .trim()
    .replace(/^(?:fa[a-z]?|fa-\w+)\s+/, '')
    .replace(/^fa-/, '');
  if (/^[\w-]+$/.test(plain)) return <svg {...attributes} data-icon={`${library}:${styleName(props)}:${plain}`} aria-hidden="true" />;
  return /[^\p{ASCII}]/u.test(name) ? (
    <span {...attributes} aria-hidden="true">
      {name}
    </span>
  ) : null;
}

/** An icon of the interface: always from the same set, whatever icon library the site uses. */
export function BuiltInIcon({ name, className = 'icon' }: { readonly name: string; readonly className?: string }) {
  return <svg class={className} data-icon={`lucide::${name}`} aria-hidden="true" />;
}

function parseIcon(props: IconProps): { library: string; name: unknown } {
  const given = props.icon ?? props.src;
  const library = keyword(props.library);
  if (typeof given === 'object' && given !== null && !isValidElement(given) && !Array.isArray(given)) {
    const { name, library: own } = given as { name?: unknown; library?: unknown };
    return { library: keyword(own) || library, name };
  }
  return { library, name: given === '' || given === false || given === null ? undefined : given };
}

function styleName(props: IconProps): string {
  const nested = (props.icon as { style?: unknown } | null | undefined)?.style;
  return keyword(props.iconType) || keyword(nested);
}

/** A library or style name; empty for any other value. */
function keyword(value: unknown): string {
  return typeof value === 'string' && /^[\w-]+$/.test(value) ? value : '';
}

function isImagePath(name: string): boolean {
  return /^(?:https?:|data:|\.{0,2}\/)/i.test(name) || /\.(?:svg|png|jpe?g|gif|webp|avif|ico)$/i.test(name);
}
