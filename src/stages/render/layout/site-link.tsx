/** A link of the page frame: base path, new tab for other sites. */
import type { ComponentChildren, VNode } from 'preact';
import { opensNewTab } from '../../../shared/url.ts';
import type { LayoutContext } from './layout-context.ts';

interface Props {
  href: string;
  context: LayoutContext;
  class?: string;
  id?: string;
  isCurrent?: boolean;
  children?: ComponentChildren;
}

/** `href` is as the author wrote it or navigation resolved it; the context makes it what stands in the HTML. */
export function SiteLink({ href, context, class: className, id, isCurrent, children }: Props): VNode {
  const outside = opensNewTab(href);
  return (
    <a
      id={id}
      class={className}
      href={context.href(href)}
      target={outside ? '_blank' : undefined}
      rel={outside ? 'noopener' : undefined}
      aria-current={isCurrent ? 'true' : undefined}
    >
      {children}
    </a>
  );
}
