/** Everything that can be wrong with a site beyond what a build tells: the list of the rules, run over one view of it. */
import type { Diagnostic } from '../model/diagnostic.ts';
import { checkColors } from './colors.ts';
import { checkComputedContent } from './computed-content.ts';
import { checkConfigLinks, checkFrontMatterLinks } from './config-links.ts';
import { checkContent } from './content.ts';
import { checkDescriptionLinks } from './description-links.ts';
import { checkLanguages } from './languages.ts';
import { Anchors, checkPageLinks, type OutsideLink } from './page-links.ts';
import type { SiteView } from './site-view.ts';
import { SourcePlaces } from './source-places.ts';

export interface SiteFindings {
  readonly diagnostics: readonly Diagnostic[];
  /** Addresses on other sites, each with a place: whether they answer, only the network knows. */
  readonly outside: readonly OutsideLink[];
}

export function checkSite(view: SiteView): SiteFindings {
  const places = new SourcePlaces(view.files);
  const anchors = new Anchors(view.pages);
  const links = checkPageLinks(view, places, anchors);
  const config = checkConfigLinks(view, anchors);
  const frontMatter = checkFrontMatterLinks(view, places, anchors);
  const descriptions = checkDescriptionLinks(view, places);
  const diagnostics = [
    ...config.diagnostics,
    ...checkColors(view, places),
    ...view.pages.flatMap(({ advice }) => advice),
    ...links.diagnostics,
    ...frontMatter.diagnostics,
    ...checkComputedContent(view, places),
    ...descriptions.diagnostics,
    ...checkContent(view, links.linked, places),
    ...checkLanguages(view, places),
  ];
  return { diagnostics, outside: [...links.outside, ...config.outside, ...frontMatter.outside, ...descriptions.outside] };
}
