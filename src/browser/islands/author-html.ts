/**
 * Sanitizes HTML that author code sets in the browser, by the same rules as the build (`stages/render/author-html.ts`).
 */
import { attributeProblem, forbiddenElements, isDataScript } from '../../shared/element-rules.ts';

/** Parsed by the browser in an inert document, and serialized only when something is removed. */
export function cleanHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(`<body>${html}`, 'text/html');
  return cleanTree(body) ? html : body.innerHTML;
}

/** False when something was removed. */
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
