/**
 * Images. The `<img>` stands alone, without a wrapper, so that classes such as `dark:hidden` do what they say. A click
 * opens it large (`src/browser/components/zoom.ts`) unless it is linked, an icon, or `noZoom`.
 */
import { isSafeUrl } from '../../../shared/url.ts';
import { type CommonProps, isOn, isText, oneOf, styleOf } from '../author-props.ts';
import { Sign } from '../icon/view.tsx';
import { usePage } from '../page-context.ts';

/** Other attributes are passed to the `<img>` unchanged. */
export interface ImageProps extends CommonProps {
  readonly src?: string;
  readonly alt?: string;
  readonly title?: string;
  /** Measured at build, so that the page does not jump; absent when unknown or set by the author. */
  readonly width?: number | string;
  readonly height?: number | string;
  /** A click does not enlarge it. */
  readonly noZoom?: boolean;
  /** The image stands inside a link: a click follows the link. */
  readonly linked?: boolean;
  /** `true` or some of `copy,download`: buttons over the image. */
  readonly actions?: unknown;
  /** One of `placements`; `bottom-center` for anything else. */
  readonly actionsPlacement?: unknown;
  readonly [attribute: string]: unknown;
}

const placements = ['bottom-center', 'bottom-left', 'bottom-right', 'top-center', 'top-left', 'top-right'] as const;

/** Nothing when `src` is missing or dangerous. All but the first image of a page are loaded when they come near. */
export function Image(props: ImageProps) {
  const page = usePage();
  const {
    src,
    alt,
    children,
    className,
    class: _class,
    style,
    noZoom,
    linked,
    actions,
    actionsPlacement,
    ...rest
  } = props as ImageProps & { id?: string };
  if (!isText(src) || !isSafeUrl(src, true)) return null;
  const zooms = !isOn(noZoom) && !isOn(linked);
  // The first image of a page is likely its largest paint: never lazy.
  const isFirst = page.count('image') === 1;
  const image = (
    <img
      loading={isFirst ? undefined : 'lazy'}
      decoding="async"
      {...rest}
      src={src}
      alt={isText(alt) ? alt : ''}
      class={authorClassesOf(className, _class)}
      style={styleOf('', style)}
      data-zoom={zooms ? (isText(alt) ? '' : page.words.openImage) : undefined}
    />
  );
  const wanted = actionsOf(actions);
  if (wanted.length === 0) return image;
  return (
    <span class="image-frame">
      {image}
      <span class="image-actions" data-placement={oneOf(actionsPlacement, placements, 'bottom-center')}>
        {wanted.includes('copy') ? (
          <button type="button" data-copy-image="" aria-label={page.words.copyImage}>
            <Sign name="copy" />
          </button>
        ) : null}
        {wanted.includes('download') ? (
          <a href={src} download="" aria-label={page.words.downloadImage}>
            <Sign name="download" />
          </a>
        ) : null}
      </span>
    </span>
  );
}

/** The author's alone. A blank at the start is kept: it tells them from classes of ours (`own-classes.ts`). */
function authorClassesOf(...values: readonly unknown[]): string | undefined {
  const classes = values.find(isText);
  return classes && (/^\s/.test(classes) ? ` ${classes.trim()}` : classes.trim());
}

function actionsOf(value: unknown): string[] {
  if (typeof value === 'string' && value !== 'true') return value.split(',').map((action) => action.trim());
  if (Array.isArray(value)) return value.map(String);
  return isOn(value) ? ['copy', 'download'] : [];
}
