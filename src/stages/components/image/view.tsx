/**
 * Images. The `<img>` has no wrapper, so that classes such as `dark:hidden` take effect. A click enlarges it
 * (`src/browser/components/zoom.ts`) unless it is linked, an icon, or has `noZoom`.
 */
import { isSafeUrl } from '../../../shared/url.ts';
import { type CommonProps, isOn, isText, styleOf, toKeyword } from '../author-props.ts';
import { BuiltInIcon } from '../icon/view.tsx';
import { usePage } from '../page-context.ts';

/** Other attributes are passed to the `<img>` unchanged. */
export interface ImageProps extends CommonProps {
  readonly src?: string;
  readonly alt?: string;
  readonly title?: string;
  /** Measured at build time to avoid layout shift; absent if unknown or set by the author. */
  readonly width?: number | string;
  readonly height?: number | string;
  /** Disables enlarging on click. */
  readonly noZoom?: boolean;
  /** The image is inside a link: a click follows the link. */
  readonly linked?: boolean;
  /** `true`, or some of `copy,download`: buttons over the image. */
  readonly actions?: unknown;
  /** One of `placements`; `bottom-center` for anything else. */
  readonly actionsPlacement?: unknown;
  readonly [attribute: string]: unknown;
}

const placements = ['bottom-center', 'bottom-left', 'bottom-right', 'top-center', 'top-left', 'top-right'] as const;

/** Renders nothing if `src` is missing or unsafe. All images but the first of a page are lazy-loaded. */
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
  // The first image of a page is probably its largest contentful paint.
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
      data-zoom={zooms ? (isText(alt) ? '' : page.messages.openImage) : undefined}
    />
  );
  const actionNames = actionsOf(actions);
  if (actionNames.length === 0) return image;
  return (
    <span class="image-frame">
      {image}
      <span class="image-actions" data-placement={toKeyword(actionsPlacement, placements, 'bottom-center')}>
        {actionNames.includes('copy') ? (
          <button type="button" data-copy-image="" aria-label={page.messages.copyImage}>
            <BuiltInIcon name="copy" />
          </button>
        ) : null}
        {actionNames.includes('download') ? (
          <a href={src} download="" aria-label={page.messages.downloadImage}>
            <BuiltInIcon name="download" />
          </a>
        ) : null}
      </span>
    </span>
  );
}

/** The author's classes. A leading space is kept: it distinguishes them from component classes (`component-classes.ts`). */
function authorClassesOf(...values: readonly unknown[]): string | undefined {
  const classes = values.find(isText);
  return classes && (/^\s/.test(classes) ? ` ${classes.trim()}` : classes.trim());
}

function actionsOf(value: unknown): string[] {
  if (typeof value === 'string' && value !== 'true') return value.split(',').map((action) => action.trim());
  if (Array.isArray(value)) return value.map(String);
  return isOn(value) ? ['copy', 'download'] : [];
}
