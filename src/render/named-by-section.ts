/** Rows of tabs have no title of their own: each is called by the heading, or the step, that it stands under. */

const marks =
  /<(\/?)(docs-tabs|details)\b|<(?:h[1-6]|p class="step-title")(?=[\s>])[^<>]*?\sid="([^"]*)"|<(?:div|select) [^<>]*?aria-label="([^"]*)"/g;

/**
 * Adds the id of that heading to rows and drop-downs whose name is one of `usual`, words that say only what they are; they
 * keep these where the heading is not in the page. Headings inside of other tabs, or of folds, are none of what comes after.
 */
export function namedBySection(html: string, usual: readonly string[]): string {
  if (!html.includes('<docs-tabs')) return html;
  const around: (string | undefined)[] = [];
  let section: string | undefined;
  return html.replace(marks, (tag, end?: string, box?: string, heading?: string, name?: string) => {
    if (heading !== undefined) section = heading;
    else if (name !== undefined) return section !== undefined && usual.includes(name) ? `${tag} aria-labelledby="${section}"` : tag;
    else if (box !== undefined && end === '') around.push(section);
    else section = around.pop();
    return tag;
  });
}
