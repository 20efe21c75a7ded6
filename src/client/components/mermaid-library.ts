/**
 * Draws one diagram with our own copy of mermaid, fetched when the first is needed. Page policy forbids `<style>`
 * elements, so the rules that mermaid writes go into an adopted sheet: as mermaid writes them where the browser has
 * trusted types; elsewhere a first drawing finds them and a second one is measured with them.
 */
import { inertDocument, withMarkup } from './trusted-markup.ts';

interface Mermaid {
  initialize(settings: Record<string, unknown>): void;
  render(id: string, source: string, container?: Element): Promise<{ svg: string }>;
}

let library: Promise<Mermaid> | undefined;
/** One at a time: mermaid keeps its settings in one place. */
let queue: Promise<unknown> = Promise.resolve();
const sheets = new Map<string, CSSStyleSheet>();

/** The drawing of a diagram, clean and ready to be put into the page. Rejects when the source is no diagram. */
export function draw(id: string, source: string, home: Element): Promise<SVGElement> {
  let isStyled = false;
  const takeStyle = (css: string) => {
    if (!css.startsWith(`#${id}`)) return false;
    adopt(id, css);
    isStyled = true;
    return true;
  };
  const drawing = queue.then(() => withMarkup(takeStyle, () => drawNow(id, source, home, () => isStyled)));
  queue = drawing.catch(() => undefined);
  return drawing;
}

async function drawNow(id: string, source: string, home: Element, isStyled: () => boolean): Promise<SVGElement> {
  library ??= import(new URL('mermaid/mermaid.esm.min.mjs', import.meta.url).href).then((module) => module.default);
  const mermaid = await library;
  mermaid.initialize(settings());
  // Measured where it will stand: same fonts. Out of sight, yet laid out.
  const bench = document.createElement('div');
  bench.className = 'mermaid-bench';
  bench.ariaHidden = 'true';
  home.append(bench);
  try {
    let { svg } = await mermaid.render(id, source, bench);
    if (!isStyled()) {
      adopt(id, [...inertDocument(svg).querySelectorAll('style')].map((style) => style.textContent).join('\n'));
      ({ svg } = await mermaid.render(id, source, bench));
    }
    return cleaned(svg);
  } finally {
    bench.remove();
  }
}

function adopt(id: string, css: string): void {
  let sheet = sheets.get(id);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheets.set(id, sheet);
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.replaceSync(css);
}

/** mermaid escapes labels (`securityLevel`); this does not rely on it. */
function cleaned(markup: string): SVGElement {
  const svg = inertDocument(markup).querySelector('svg');
  if (!svg) throw new Error('no drawing');
  for (const element of svg.querySelectorAll('script, style, iframe, object, embed, base, link, meta')) element.remove();
  for (const element of [svg, ...svg.querySelectorAll('*')]) {
    for (const { name, value } of [...element.attributes]) {
      const isScript = /^(?:xlink:)?href$|^src$/i.test(name) && !/^(?:#|https?:|\/|mailto:)/i.test(value.trim());
      if (/^on/i.test(name) || name === 'srcdoc' || isScript) element.removeAttribute(name);
    }
  }
  return svg;
}

/** The site's own colours: computed, as numbers, because mermaid knows no custom properties. */
function settings(): Record<string, unknown> {
  const styles = getComputedStyle(document.documentElement);
  const probe = document.createElement('span');
  document.body.append(probe);
  const color = (expression: string) => {
    probe.style.color = expression;
    return hex(getComputedStyle(probe).color);
  };
  const text = color('var(--dg-text)');
  const soft = color('var(--dg-text-soft)');
  const box = color('color-mix(in oklab, var(--dg-primary) 9%, var(--dg-bg))');
  const line = color('color-mix(in oklab, var(--dg-text) 45%, var(--dg-bg))');
  const themeVariables = {
    darkMode: document.documentElement.classList.contains('dark'),
    fontFamily: styles.getPropertyValue('--dg-font'),
    fontSize: '15px',
    useGradient: false,
    dropShadow: 'none',
    background: color('var(--dg-bg)'),
    primaryColor: box,
    primaryTextColor: text,
    primaryBorderColor: color('color-mix(in oklab, var(--dg-primary) 50%, var(--dg-bg))'),
    secondaryColor: color('color-mix(in oklab, var(--dg-blue) 12%, var(--dg-bg))'),
    tertiaryColor: color('color-mix(in oklab, var(--dg-text) 4%, var(--dg-bg))'),
    tertiaryBorderColor: color('color-mix(in oklab, var(--dg-text) 18%, var(--dg-bg))'),
    lineColor: line,
    textColor: text,
    titleColor: text,
    edgeLabelBackground: color('var(--dg-bg)'),
    noteBkgColor: color('color-mix(in oklab, var(--dg-amber) 14%, var(--dg-bg))'),
    noteBorderColor: color('color-mix(in oklab, var(--dg-amber) 45%, var(--dg-bg))'),
    noteTextColor: text,
    labelTextColor: soft,
  };
  probe.remove();
  return { startOnLoad: false, securityLevel: 'strict', theme: 'base', themeVariables, fontFamily: themeVariables.fontFamily };
}

function hex(color: string): string {
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d');
  if (!context) return '#888888';
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
