/** What the parts of the page frame need to know of the site, in one language. */
import type { NavNode } from '../../../model/nav-tree.ts';
import type { SiteConfig } from '../../../model/site-config.ts';
import type { ThemeLayout } from '../../theme.ts';
import type { UiStrings } from '../../ui-strings.ts';

export interface LayoutContext {
  readonly config: SiteConfig;
  readonly layout: ThemeLayout;
  readonly strings: UiStrings;
  /** An author's href as it stands in the HTML. */
  readonly href: (href: string) => string;
  /** Where a division leads: its own link, else its first page. */
  readonly nodeHref: (node: NavNode) => string | undefined;
}
