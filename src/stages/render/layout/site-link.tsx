/** A link of the page frame: adds the base path, and opens other sites in a new tab. */
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

/** `href` is as written by the author or resolved by the navigation; the context converts it for the HTML. */
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
