/** Renders one diagram with mermaid, which is loaded on demand: its core and the kind of that diagram. */
import type { Mermaid } from 'mermaid';
import { allowMarkup } from './trusted-markup.ts';

let library: Promise<Mermaid> | undefined;
/** One diagram at a time, because mermaid has global settings. */
let queue: Promise<unknown> = Promise.resolve();

/** The sanitized SVG of a diagram. Rejects when the source is invalid. */
export function draw(id: string, source: string, container: Element): Promise<SVGSVGElement> {
  const drawing = queue.then(() => drawNow(id, source, container));
  queue = drawing.catch(() => undefined);
  return drawing;
}

async function drawNow(id: string, source: string, container: Element): Promise<SVGSVGElement> {
  allowMarkup();
  library ??= import('mermaid').then((module) => module.default);
  const mermaid = await library;
  mermaid.initialize(settings());
  // Rendered at its final place for the right fonts: invisible, but laid out.
  const measured = document.createElement('div');
  measured.className = 'mermaid-bench';
  measured.ariaHidden = 'true';
  container.append(measured);
  try {
    return cleaned((await mermaid.render(id, source, measured)).svg);
  } finally {
    measured.remove();
  }
}

/** mermaid escapes labels (`securityLevel`), but this does not rely on it. Parsed in an inert document. */
function cleaned(markup: string): SVGSVGElement {
  const svg = new DOMParser().parseFromString(markup, 'text/html').querySelector('svg');
  if (!svg) throw new Error('no drawing');
  for (const element of svg.querySelectorAll('script, iframe, object, embed, base, link, meta')) element.remove();
  for (const element of [svg, ...svg.querySelectorAll('*')]) {
    for (const { name, value } of [...element.attributes]) {
      const isScript = /^(?:xlink:)?href$|^src$/i.test(name) && !/^(?:#|https?:|\/|mailto:)/i.test(value.trim());
      if (/^on/i.test(name) || name === 'srcdoc' || isScript) element.removeAttribute(name);
    }
  }
  return svg;
}

/** The site's colours as computed values, because mermaid does not support custom properties. */
function settings(): Record<string, unknown> {
  const probe = document.createElement('span');
  document.body.append(probe);
  const color = (expression: string) => {
    probe.style.color = expression;
    return hex(getComputedStyle(probe).color);
  };
  const mixed = (name: string, share: number) => color(`color-mix(in oklab, var(--dg-${name}) ${share}%, var(--dg-bg))`);
  const text = color('var(--dg-text)');
  const background = color('var(--dg-bg)');
  const fontFamily = getComputedStyle(document.documentElement).getPropertyValue('--dg-font');
  const themeVariables = {
    darkMode: document.documentElement.classList.contains('dark'),
    useGradient: false,
    dropShadow: 'none',
    fontFamily,
    fontSize: '15px',
    background,
    edgeLabelBackground: background,
    textColor: text,
    titleColor: text,
    primaryTextColor: text,
    noteTextColor: text,
    labelTextColor: color('var(--dg-text-soft)'),
    lineColor: mixed('text', 45),
    primaryColor: mixed('primary', 9),
    primaryBorderColor: mixed('primary', 50),
    secondaryColor: mixed('blue', 12),
    tertiaryColor: mixed('text', 4),
    tertiaryBorderColor: mixed('text', 18),
    noteBkgColor: mixed('amber', 14),
    noteBorderColor: mixed('amber', 45),
    signalColor: mixed('text', 60),
    pieStrokeColor: background,
    pieOuterStrokeWidth: '0px',
    pieOpacity: '1',
    pieTitleTextSize: '18px',
    pieSectionTextSize: '14px',
    pieLegendTextSize: '14px',
    ...palette(mixed),
  };
  probe.remove();
  return { startOnLoad: false, securityLevel: 'strict', theme: 'base', themeVariables, fontFamily };
}

/** Distinct colours for parts of a whole, in both modes; text is readable on all of them. */
function palette(mixed: (name: string, share: number) => string): Record<string, string> {
  const names = ['primary', 'blue', 'amber', 'red'];
  const shares = [42, 26, 14];
  const colors = shares.flatMap((share) => names.map((name) => mixed(name, share)));
  return Object.fromEntries(colors.map((color, index) => [`pie${index + 1}`, color]));
}

function hex(color: string): string {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return '#888888';
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
