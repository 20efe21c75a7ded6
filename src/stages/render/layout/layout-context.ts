import type { NavNode } from '../../../model/nav-tree.ts';
import type { SiteConfig } from '../../../model/site-config.ts';
import type { UiStrings } from '../messages/ui-strings.ts';
import type { ThemeLayout } from '../styles/theme.ts';

/**
 * What the parts of the page frame need to know of the site, in one language. The same for all pages of a language, so
 * it may be used for the templates that they share.
 */
export interface LayoutContext {
  readonly config: SiteConfig;
  readonly layout: ThemeLayout;
  /** Language of the frame, BCP 47. */
  readonly tag: string;
  readonly strings: UiStrings;
  /** Undefined on a site without search. `folder`: href of the index for a version, with a slash at its end. */
  readonly search?: {
    readonly script: string;
    readonly folder: (version: string | undefined) => string;
    readonly prompt: string;
    /** What is said when the search cannot be loaded. */
    readonly failed: string;
  };
  /** Size of a project's image by its path from the root; undefined when it is not known. */
  readonly imageSize: (path: string) => { readonly width: number; readonly height: number } | undefined;
  /** An author's href as it stands in the HTML. */
  readonly href: (href: string) => string;
  /** Where a division leads: its own link, else its first page. */
  readonly nodeHref: (node: NavNode) => string | undefined;
}
