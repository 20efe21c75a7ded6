/** `$…$`, `$$…$$` and `<Latex>`: formulas are rendered at build time; invalid ones are shown as source. */
import type { HtmlElement } from '../../../model/html-node.ts';
import { escapeHtml } from '../../../shared/html.ts';
import * as errors from '../errors.ts';
import { load } from '../load.ts';
import { type ElementNode, type SyntaxNode, textOf } from '../parse/syntax-tree.ts';
import type { BodyWriter } from './body.ts';
import { type Context, locationOf } from './context.ts';

/** Writes a formula that the Markdown parser found; returns false for ordinary code. */
export function writeMath(node: ElementNode, context: Context, out: BodyWriter): boolean {
  const classes = node.properties.className;
  if (!Array.isArray(classes)) return false;
  const display = classes.includes('math-display');
  if (!display && !classes.includes('math-inline')) return false;
  writeFormula(textOf(node.children), display, node, context, out);
  return true;
}

/** `display`: as a block. An invalid formula is reported (`mdx/math`); only valid ones add the math styles to the page. */
export function writeFormula(tex: string, display: boolean, owner: Pick<SyntaxNode, 'position'>, context: Context, out: BodyWriter): void {
  const { page } = context;
  const { html, problem } = setFormula(tex.trim(), display);
  if (problem !== undefined) page.report(errors.badMath(locationOf(owner, context), problem));
  if (html === undefined)
    out.html(`<code class="math-source">${escapeHtml(tex)}</code>`, { tag: 'code', attributes: { class: 'math-source' }, children: [tex] });
  else {
    page.features.math = true;
    out.html(html, formulaNode(tex.trim(), display));
  }
  page.addText(display ? `\n${tex}\n` : tex);
}

/** The structure of KaTeX's output that contains the TeX source. */
function formulaNode(tex: string, display: boolean): HtmlElement {
  const source: HtmlElement = { tag: 'annotation', attributes: {}, children: [tex] };
  const formula: HtmlElement = { tag: 'span', attributes: { class: 'katex' }, children: [source] };
  return display ? { tag: 'span', attributes: { class: 'katex-display' }, children: [formula] } : formula;
}

interface Formula {
  readonly html?: string;
  readonly problem?: string;
}

const formulas = new Map<string, Formula>();

function setFormula(tex: string, display: boolean): Formula {
  const key = `${display ? 'd' : 'i'}${tex}`;
  let formula = formulas.get(key);
  if (!formula) {
    if (formulas.size > 10_000) formulas.clear();
    formula = renderFormula(tex, display);
    formulas.set(key, formula);
  }
  return formula;
}

function renderFormula(tex: string, display: boolean): Formula {
  const katex = (load('katex') as { default?: typeof import('katex').default } & typeof import('katex').default).default ?? load('katex');
  let distrusted: string | undefined;
  try {
    const html: string = katex.renderToString(tex, {
      displayMode: display,
      output: 'htmlAndMathml',
      throwOnError: true,
      strict: 'ignore',
      maxExpand: 1_000,
      maxSize: 100,
      // Links and images in formulas could run scripts or load external files.
      trust: ({ command }: { command: string }) => {
        distrusted ??= command;
        return false;
      },
    });
    return distrusted === undefined ? { html } : { problem: `"${distrusted}" is not allowed` };
  } catch (error) {
    // KaTeX marks the error with combining underlines, which few terminals display.
    const message =
      (error as Error).message
        .replace(/^KaTeX parse error: /, '')
        .replaceAll('\u0332', '')
        .split('\n')[0] ?? '';
    return { problem: /too many expansions/i.test(message) ? 'too many expansions' : message };
  }
}
