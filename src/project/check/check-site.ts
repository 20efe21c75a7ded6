/** The rules that only `check` runs, over one view of the site. */
import type { Diagnostic } from '../../model/diagnostic.ts';
import { SourceLocations } from '../../stages/openapi/check/source-locations.ts';
import { checkColors } from './colors.ts';
import { checkComputedContent } from './computed-content.ts';
import { checkConfigLinks, checkFrontMatterLinks } from './config-links.ts';
import { checkContent } from './content.ts';
import { checkDescriptionLinks } from './description-links.ts';
import { checkLanguages } from './languages.ts';
import { Anchors, checkPageLinks, type OutsideLink } from './page-links.ts';
import { imageSizesUnknown } from './site-errors.ts';
import type { LinkView, SiteView, YieldWhenDue } from './site-view.ts';

/** `diagnostics` in the order of the rules, not yet sorted by location. */
export interface SiteFindings {
  readonly diagnostics: readonly Diagnostic[];
  /** URLs on other sites with their locations, to be checked over the network. */
  readonly outside: readonly OutsideLink[];
}

/** Runs all rules. Throws when `yieldWhenDue` throws. */
export async function checkSite(view: SiteView, yieldWhenDue: YieldWhenDue): Promise<SiteFindings> {
  const places = new SourceLocations(view.files);
  const anchors = new Anchors(view.pageAt);
  const links = await checkPageLinks(view, view.pages, { places, anchors, yieldWhenDue });
  const config = checkConfigLinks(view, anchors);
  await yieldWhenDue();
  const frontMatter = checkFrontMatterLinks(view, places, anchors);
  await yieldWhenDue();
  const descriptions = await checkDescriptionLinks(view, places, yieldWhenDue);
  const diagnostics = [
    ...config.diagnostics,
    ...checkColors(view),
    ...view.pages.flatMap(({ advice }) => withoutSameSizes(advice)),
    ...links.diagnostics,
    ...frontMatter.diagnostics,
    ...(await checkComputedContent(view, places, yieldWhenDue)),
    ...descriptions.diagnostics,
    ...checkContent(view, links.linked, places),
    ...(await checkLanguages(view, places, yieldWhenDue)),
  ];
  return { diagnostics, outside: [...links.outside, ...config.outside, ...frontMatter.outside, ...descriptions.outside] };
}

/** The diagnostics about the links of one page, without checking the others. */
export async function checkLinksOfPage(view: LinkView, path: string): Promise<readonly Diagnostic[]> {
  const checked = view.pageAt(path);
  if (checked === undefined) return [];
  const places = new SourceLocations(view.files);
  const links = await checkPageLinks(view, [checked], { places, anchors: new Anchors(view.pageAt), yieldWhenDue: () => undefined });
  return links.diagnostics;
}

/** Reports missing image sizes once for each page, because a page with remote images would have many. */
function withoutSameSizes(advice: readonly Diagnostic[]): readonly Diagnostic[] {
  const isSize = ({ code }: Diagnostic) => code === 'content/image-size';
  const [first, ...others] = advice.filter(isSize);
  if (first === undefined || others.length === 0) return advice;
  return [...advice.filter((found) => !isSize(found)), imageSizesUnknown(first, others.length)];
}
