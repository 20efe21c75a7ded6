/** Rows of tabs have no title of their own: each is called by the heading, or the step, that it stands under. */

const marks = /<(\/?)(docs-tabs|details|div|select)(?=[\s>])([^<>]*)|<(?:h[1-6]|p class="step-title")(?=[\s>])[^<>]*?\sid="([^"]*)"/g;
const row = /(?:role="tablist"|class="code-select") aria-label="([^"]*)"/;

/**
 * Adds the id of that heading to rows and drop-downs whose name is one of `usual`, words that say only what they are; they
 * keep these where the heading is not in the page. Headings inside of other tabs, of folds and of steps are none of what
 * comes after.
 */
export function namedBySection(html: string, usual: readonly string[]): string {
  if (!html.includes('<docs-tabs')) return html;
  /** What is open, and the section around what has sections of its own. */
  const around: { readonly section?: string | undefined; readonly isOwn: boolean }[] = [];
  let section: string | undefined;
  return html.replace(marks, (tag, end: string, box: string | undefined, attributes: string, heading?: string) => {
    if (heading !== undefined) section = heading;
    else if (end === '/') {
      const left = box === 'select' ? undefined : around.pop();
      if (left?.isOwn) section = left.section;
    } else {
      if (box !== 'select') around.push({ section, isOwn: box !== 'div' || /\sclass="steps[" ]/.test(attributes) });
      const name = row.exec(attributes)?.[1];
      if (name !== undefined && section !== undefined && usual.includes(name))
        return tag.replace(row, (named) => `${named} aria-labelledby="${section}"`);
    }
    return tag;
  });
}
