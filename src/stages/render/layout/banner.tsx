import type { VNode } from 'preact';
import type { Banner as BannerModel } from '../../../model/site-config.ts';
import { rawHtml } from '../../components/raw-html.ts';
import { inlineMarkdown } from '../page/inline-markdown.ts';
import type { LayoutContext } from './layout-context.ts';
import { UiIcon } from './layout-icon.tsx';

/** The banner above the header. It stays dismissed until its text changes: the storage key is derived from the text. */
export function Banner({ banner, context }: { banner: BannerModel; context: LayoutContext }): VNode {
  const { color } = banner;
  return (
    <aside
      id="banner"
      data-part="banner"
      class={`banner banner-${banner.type}`}
      style={color && `--banner-light:${color.light};--banner-dark:${color.dark}`}
      data-colored={color === undefined ? undefined : ''}
    >
      <p>{rawHtml(inlineMarkdown(banner.content, context.config.base), [])}</p>
      {banner.dismissible && (
        <button type="button" class="banner-dismiss" aria-label={context.strings.dismiss}>
          <UiIcon name="x" />
        </button>
      )}
    </aside>
  );
}
