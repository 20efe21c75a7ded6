/** Rows of tabs have no title: the preceding heading or step labels them. */

const marks = /<(\/?)(docs-tabs|details|div|select)(?=[\s>])([^<>]*)|<(?:h[1-6]|p class="step-title")(?=[\s>])[^<>]*?\sid="([^"]*)"/g;
const tabList = /(?:role="tablist"|class="code-select") aria-label="([^"]*)"/;

/**
 * Adds the id of that heading to rows and drop-downs whose label is one of the generic labels in `usual`; they keep it
 * if there is no heading. Headings inside other tabs, collapsed parts and steps do not label what follows them.
 */
export function labelTabsBySection(html: string, genericLabels: readonly string[]): string {
  if (!genericLabels.some((label) => html.includes(` aria-label="${label}"`))) return html;
  /** The open elements, and the section around each one that has its own sections. */
  const openElements: { readonly section?: string | undefined; readonly isOwn: boolean }[] = [];
  let section: string | undefined;
  return html.replace(marks, (tag, end: string, box: string | undefined, attributes: string, heading?: string) => {
    if (heading !== undefined) section = heading;
    else if (end === '/') {
      const closed = box === 'select' ? undefined : openElements.pop();
      if (closed?.isOwn) section = closed.section;
    } else {
      if (box !== 'select') openElements.push({ section, isOwn: box !== 'div' || /\sclass="steps[" ]/.test(attributes) });
      const name = tabList.exec(attributes)?.[1];
      if (name !== undefined && section !== undefined && genericLabels.includes(name))
        return tag.replace(tabList, (named) => `${named} aria-labelledby="${section}"`);
    }
    return tag;
  });
}
