/** Headings: ids, anchor links, entries in the outline. */
import { escapeHtml } from '../../../shared/html.ts';
import { slug } from '../../../shared/slug.ts';
import * as errors from '../errors.ts';
import type { SyntaxNode } from '../parse/syntax-tree.ts';
import { checkHeading } from './accessibility.ts';
import { BodyWriter } from './body.ts';
import { type Context, locationOf } from './context.ts';
import { type AttributeEntries, elementAttributes, withoutParagraphs, writeAround } from './element-attributes.ts';

/** Ids follow `shared/slug.ts` and are unique on the page. A heading with an author's id gets no aliases. */
export function writeHeading(
  depth: number,
  entries: AttributeEntries,
  children: readonly SyntaxNode[],
  node: Pick<SyntaxNode, 'position'>,
  context: Context,
  out: BodyWriter,
): void {
  const { page } = context;
  const { id: given, ...attributes } = elementAttributes(`h${depth}`, entries, node, context);
  const content = new BodyWriter();
  const text = page.captureText(() => context.lower(withoutParagraphs(children), context, content));
  checkHeading(depth, text, node, context);
  const isNamed = typeof given === 'string';
  const isRepeated = isNamed && page.hasId(given) && context.module.file === context.pageFile;
  const id = page.uniqueId(isNamed ? given : slug(text) || 'section');
  if (isRepeated) page.report(errors.duplicateId(locationOf(node, context), given, id));
  page.addHeading({ depth, id, text, inToc: depth > 1 && text.trim() !== '' });
  const hasAnchor =
    depth > 1 &&
    !context.inLink &&
    !children.some(isLinkOfPlugin) &&
    // `aria-labelledby` cannot reference an id with a space.
    !/\s/.test(id) &&
    !entries.some(([name, value]) => name === 'noAnchor' && value !== false && value !== 'false');
  // The link takes its name from the heading; the heading references itself, so that its name does not include the
  // link.
  const label: Record<string, string> = hasAnchor && attributes['aria-label'] === undefined ? { 'aria-labelledby': id } : {};
  writeAround(`h${depth}`, { id, ...label, ...attributes }, out, () => {
    if (!isNamed) out.html(page.addAliases(aliases(text, id)));
    out.append(content.finish());
    if (hasAnchor) out.html(`<a class="heading-anchor" href="#${escapeHtml(id)}" aria-labelledby="${escapeHtml(id)}"></a>`);
  });
}

/** A link to the heading itself, as rehype-autolink-headings adds one. */
function isLinkOfPlugin(node: SyntaxNode): boolean {
  return node.type === 'element' && node.tagName === 'a' && node.near !== undefined && String(node.properties.href).startsWith('#');
}

/**
 * Alternative ids that links may use for this heading: with every punctuation character kept (`app.toml: how?` →
 * `app.toml:-how?`), or all but dots (`6. [optional] test` → `6-[optional]-test`), with hyphens for parentheses
 * (`Keys (web only):` → `keys-web-only-:`), words and hyphens only (`eth_accounts — all` → `eth-accounts-all`), the
 * form of other link checkers, and GitHub's.
 */
function aliases(text: string, id: string): string[] {
  const lower = text.trim().toLowerCase();
  const signs = lower.replace(/[()\u200b]/g, '').replace(/'/g, '’');
  const everySign = signs.replace(/\s+/g, '-');
  const signsWithoutDots = signs.replace(/[\s.]+/g, '-');
  const parentheses = lower.includes(')')
    ? lower
        .replace(/'/g, '’')
        .replace(/[\s()]+/g, '-')
        .replace(/^-|-$/g, '')
    : '';
  const checkers = slug(text).replace(/’/g, '').replace(/-{2,}/g, '-');
  const wordsAlone = lower
    .replace(/['’`"“”]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-|-$/g, '');
  const github = lower.replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '').replace(/\s/g, '-');
  return [...new Set([checkers, github, wordsAlone, everySign, signsWithoutDots, parentheses])].filter(
    (alias) => alias !== '' && alias !== id,
  );
}
