/** HTML that author code sets as text in the browser, held against the rules that the build holds it against (`stages/render/author-html.ts`). */
import { attributeProblem, forbiddenElements, isDataScript } from '../../shared/element-rules.ts';

/** Read by the browser itself, in a document where nothing runs or loads, and written again only when something is refused. */
export function cleanHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(`<body>${html}`, 'text/html');
  return cleanTree(body) ? html : body.innerHTML;
}

/** False when something was taken out. */
function cleanTree(root: Element | DocumentFragment): boolean {
  let isClean = true;
  for (const element of root.querySelectorAll('*')) {
    if (isForbidden(element)) {
      element.remove();
      isClean = false;
      continue;
    }
    for (const { name, value } of [...element.attributes]) {
      if (attributeProblem(element.localName, name, value) === undefined) continue;
      element.removeAttribute(name);
      isClean = false;
    }
    if (element instanceof HTMLTemplateElement && !cleanTree(element.content)) isClean = false;
  }
  return isClean;
}

function isForbidden(element: Element): boolean {
  const name = element.localName;
  if (name === 'script') return !isDataScript(element.getAttribute('type'));
  return forbiddenElements.has(name) || (name === 'meta' && element.hasAttribute('http-equiv'));
}
