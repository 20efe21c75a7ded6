/**
 * Sanitizes the HTML of pages that ran author code. It is parsed as browsers parse it (`parse5`) and checked against
 * the rules for elements and attributes. Elsewhere HTML is only written, never parsed; this is the exception, because
 * `dangerouslySetInnerHTML` and elements created by code are known only after the code has run.
 *
 * Valid HTML is returned byte for byte. Other HTML is serialized from the cleaned tree and parsed again, because a
 * browser will do the same, until nothing changes any more.
 */
import { randomUUID } from 'node:crypto';
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse, parseFragment, serialize, html as standard } from 'parse5';
import { countPartMarks } from '../../shared/components/content-parts.ts';
import { attributeProblem, forbiddenElements, isDataScript } from '../../shared/element-rules.ts';
import { scrollableTables } from './page/scrollable-tables.ts';

type Node = DefaultTreeAdapterMap['node'];
type Parent = DefaultTreeAdapterMap['parentNode'];
type Element = DefaultTreeAdapterMap['element'];

/** Something that was removed. */
export interface RefusedHtml {
  readonly kind: 'element' | 'document' | 'script' | 'event-handler' | 'url-scheme' | 'unclosed';
  /** `<meta http-equiv>`, `onclick`, the URL. */
  readonly what: string;
  /** Its text in the HTML, to find it in the source: a tag or an attribute. */
  readonly written: string;
}

/** HTML that complies with the rules. */
export interface CheckedHtml {
  readonly html: string;
  readonly refused: readonly RefusedHtml[];
}

/** Their content is text in some browser modes and elements in others. */
const readTwoWays = new Set(['noscript', 'noembed', 'noframes', 'plaintext', 'xmp', 'fencedframe']);
const maxRounds = 4;

/** The body of a page from author code, without forbidden content. */
export function checkAuthorHtml(html: string): CheckedHtml {
  const refused: RefusedHtml[] = [];
  let text = withEscapedAttributes(html);
  if (isClean(text)) return { html: text, refused };
  for (let round = 0; round < maxRounds; round++) {
    const tree = parseFragment(text, { scriptingEnabled: true });
    const taken: RefusedHtml[] = [];
    clean(tree, true, taken);
    text = serialized(tree);
    if (round === 0) refused.push(...taken);
    // Browsers read some markup as comments. One that becomes a mark of docsgen would remove a part of the page after this check.
    if (countPartMarks(text) > countPartMarks(html)) break;
    if (isClean(text)) {
      if (refused.length === 0) refused.push({ kind: 'unclosed', what: 'HTML that is not closed', written: '__html' });
      return { html: text, refused };
    }
  }
  // Every serialization parses to a different document: this happens only in attacks.
  return { html: '', refused: [...refused, { kind: 'unclosed', what: 'HTML that changes every time it is parsed', written: '__html' }] };
}

/** Whether an attribute value may contain a tag. */
const markupInValue = /=\s*(?:"[^"]*[<>][^"]*"|'[^']*[<>][^']*'|[^\s"'>]*<)/;

/**
 * The same HTML without `<` and `>` in attribute values, where HTML allows them. What is done with the page later then cannot mistake
 * the text of an attribute for a tag. All other HTML is returned byte for byte.
 */
function withEscapedAttributes(html: string): string {
  if (!markupInValue.test(html)) return html;
  const tree = parseFragment(html, { scriptingEnabled: true });
  return hasMarkupInValues(tree) ? serialized(tree) : html;
}

function hasMarkupInValues(tree: Parent): boolean {
  for (const { attrs } of elementsIn(tree)) if (attrs.some(({ value }) => /[<>]/.test(value))) return true;
  return false;
}

/** All elements, including those in templates. Not recursive, because nesting depth is unlimited. */
function* elementsIn(parent: Parent): Generator<Element> {
  const open: Parent[] = [parent];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const node of at.childNodes) {
      if (!('tagName' in node)) continue;
      yield node;
      if (node.tagName === 'template' && 'content' in node) open.push((node as DefaultTreeAdapterMap['template']).content);
      open.push(node);
    }
}

/** Stand for `<` and `>` in attribute values. Characters that Unicode excludes from texts. */
const [lessThan, greaterThan] = ['\uFDD0', '\uFDD1'];

/** parse5 writes `<` and `>` in attribute values as they are. */
function serialized(tree: Parent): string {
  for (const { attrs } of elementsIn(tree))
    for (const attribute of attrs) attribute.value = attribute.value.replaceAll('<', lessThan).replaceAll('>', greaterThan);
  return serialize(tree).replaceAll(lessThan, '&lt;').replaceAll(greaterThan, '&gt;');
}

/**
 * Whether it complies with the rules unchanged, in every way in which browsers parse it: with scripting on and off;
 * with the former rules for `select`, which ignored all elements but `option`, and the current ones, also when it
 * contains elements such as `marquee`. And whether it still does with the boxes of tables, which are added to its text
 * later: a `</table>` that closes no table would get a `</div>`.
 */
function isClean(html: string): boolean {
  const boxed = scrollableTables(html);
  return (boxed === html ? [html] : [html, boxed]).every((text) => {
    const readings = /<select/i.test(text) ? [text, text.replace(/<(\/?)select(?=[\s/>])/gi, '<$1marquee')] : [text];
    return readings.every(isCleanReading);
  });
}

function isCleanReading(html: string): boolean {
  return (/<noscript/i.test(html) ? [true, false] : [true]).every((scriptingEnabled) => {
    const tree = containedTree(html, scriptingEnabled);
    const refused: RefusedHtml[] = [];
    if (tree) clean(tree, false, refused);
    return tree !== undefined && refused.length === 0;
  });
}

/** A comment that no page can write, because it differs in each process. */
const endMark = randomUUID();

/**
 * Undefined when the HTML affects its surroundings, which are those of a page: it closes elements that it did not open, leaves some open, or
 * changes attributes of the document.
 */
function containedTree(html: string, scriptingEnabled: boolean): Parent | undefined {
  const text = `<!doctype html><html><head></head><body><main><div></div><div>${html}<!--${endMark}--></div></main><p>.</p></body></html>`;
  const document = parse(text, { scriptingEnabled });
  const root = document.childNodes.find((node) => node.nodeName === 'html') as Element;
  const [head, body, ...rest] = root.childNodes.filter((node) => 'tagName' in node);
  if (rest.length > 0 || document.childNodes.length !== 2 || [root, head, body].some((element) => element?.attrs.length !== 0))
    return undefined;
  if (head?.childNodes.length !== 0) return undefined;
  const [main, last, ...more] = body?.childNodes ?? [];
  const isAsWritten = (node: Node | undefined, name: string): node is Element =>
    node?.nodeName === name && (node as Element).attrs.length === 0;
  const isEmpty = (node: Node | undefined) => isAsWritten(node, 'div') && node.childNodes.length === 0;
  // Formatting that was left open (`<b>`, `<a>`) continues in the following text.
  const isPlain = (node: Node | undefined) =>
    isAsWritten(node, 'p') && node.childNodes.length === 1 && node.childNodes[0]?.nodeName === '#text';
  if (!isAsWritten(main, 'main') || !isPlain(last) || more.length > 0) return undefined;
  const [first, middle, ...others] = main.childNodes;
  return isEmpty(first) && isAsWritten(middle, 'div') && endsWithMark(middle) && others.length === 0 ? middle : undefined;
}

/** Whether the end of the HTML is still inside: a `</div>` too many would close the element around it. */
function endsWithMark(parent: Parent): boolean {
  let last: Node | undefined = parent.childNodes.at(-1);
  while (last && 'childNodes' in last) last = last.childNodes.at(-1);
  return last !== undefined && 'data' in last && last.data === endMark;
}

/** Removes and records forbidden nodes. `isStrict`: also those that parse in two ways. */
function clean(parent: Parent, isStrict: boolean, refused: RefusedHtml[]): void {
  // Not recursive, because nesting depth is unlimited.
  const open: Parent[] = [parent];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const node of [...at.childNodes]) {
      if (!('tagName' in node)) continue;
      const found = elementProblem(node, isStrict);
      if (found) {
        if (found !== 'silent') refused.push(found);
        defaultTreeAdapter.detachNode(node);
        continue;
      }
      cleanAttributes(node, refused);
      // Scripts turn the content of a template into nodes, and browsers do for `shadowrootmode`.
      if (node.tagName === 'template' && 'content' in node) open.push((node as DefaultTreeAdapterMap['template']).content);
      open.push(node);
    }
  }
}

function elementProblem(element: Element, isStrict: boolean): RefusedHtml | 'silent' | undefined {
  const { tagName, namespaceURI } = element;
  const name = tagName.toLowerCase();
  const attribute = (wanted: string) => element.attrs.find((each) => each.name === wanted)?.value;
  if (forbiddenElements.has(name)) return { kind: 'element', what: `<${name}>`, written: `<${name}` };
  if (name === 'meta' && attribute('http-equiv') !== undefined) return { kind: 'element', what: '<meta http-equiv>', written: '<meta' };
  if (name === 'script') {
    const isPlain = namespaceURI === standard.NS.HTML && textOf(element).trim() === '' && attribute('src') !== undefined;
    if (!isPlain && !(namespaceURI === standard.NS.HTML && isDataScript(attribute('type'))))
      return { kind: 'script', what: '<script>', written: '<script' };
  }
  return isStrict && readTwoWays.has(name) ? 'silent' : undefined;
}

function textOf(element: Element): string {
  return element.childNodes.map((node) => ('value' in node ? node.value : '')).join('');
}

function cleanAttributes(element: Element, refused: RefusedHtml[]): void {
  const kept = element.attrs.filter(({ prefix, name: local, value }) => {
    const name = prefix ? `${prefix}:${local}` : local;
    const problem = attributeProblem(element.tagName.toLowerCase(), name, value);
    if (problem === undefined) return true;
    if (problem === 'event-handler') refused.push({ kind: problem, what: /^on/i.test(name) ? name : value, written: name });
    else if (problem === 'url-scheme') refused.push({ kind: problem, what: value, written: value.slice(0, 40) });
    else refused.push({ kind: 'document', what: element.tagName, written: name });
    return false;
  });
  if (kept.length !== element.attrs.length) element.attrs = kept;
}
