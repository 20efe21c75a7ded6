import type { NavNode } from '../../../model/nav-tree.ts';
import type { SiteConfig } from '../../../model/site-config.ts';
import type { UiStrings } from '../messages/ui-strings.ts';
import type { ThemeLayout } from '../styles/theme.ts';

/**
 * The properties of the site that the page frame needs, in one language. They are the same for all pages of a language,
 * so shared templates can use them.
 */
export interface LayoutContext {
  readonly config: SiteConfig;
  readonly layout: ThemeLayout;
  /** Language of the frame, BCP 47. */
  readonly tag: string;
  readonly strings: UiStrings;
  /** Undefined on a site without search. `folder`: href of the index for a version, with a trailing slash. */
  readonly search?: {
    readonly script: string;
    readonly folder: (version: string | undefined) => string;
    readonly prompt: string;
    /** Message when the search cannot be loaded. */
    readonly failed: string;
  };
  /** Size of a project image by its root-relative path; undefined when unknown. */
  readonly imageSize: (path: string) => { readonly width: number; readonly height: number } | undefined;
  /** Resolves an author's href for the HTML. */
  readonly href: (href: string) => string;
  /** Target of a division: its own link, else its first page. */
  readonly nodeHref: (node: NavNode) => string | undefined;
}
