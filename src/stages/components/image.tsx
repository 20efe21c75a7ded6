/**
 * Images. The `<img>` stands alone, without a wrapper, so that classes such as `dark:hidden` do what they say. A click
 * opens it large (`src/browser/components/zoom.ts`) unless it is linked, an icon, or `noZoom`.
 */
import type { ImageProps as MarkdownImage } from '../../shared/components/component-props.ts';
import { authorClass } from '../../shared/own-classes.ts';
import { isSafeUrl } from '../../shared/url.ts';
import { type CommonProps, classOf, isOn, isText, oneOf, styleOf } from './author-props.ts';
import { Sign } from './icon.tsx';
import { usePage } from './page-context.ts';

/** docs-json-spec 11. Attributes that are not named here go to the `<img>` as they are. */
export interface ImageProps extends CommonProps, Partial<MarkdownImage> {
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
      class={authorClass(classOf('', props).trim()) || undefined}
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

function actionsOf(value: unknown): string[] {
  if (typeof value === 'string' && value !== 'true') return value.split(',').map((action) => action.trim());
  if (Array.isArray(value)) return value.map(String);
  return isOn(value) ? ['copy', 'download'] : [];
}
