/** Colour contrast by WCAG 2.2, and the nearest readable shade of the site's colours. */

import { contrast, luminance, parseHex } from '../../../shared/contrast.ts';

type Rgb = NonNullable<ReturnType<typeof parseHex>>;

/** Makes `color` darker or lighter in small steps until its contrast with `background` is `ratio`. */
export function readableColor(color: string, background: string, ratio: number): string {
  const from = parseHex(color);
  if (from === undefined) return color;
  const goal = luminance(background) > 0.18 ? 0 : 255;
  for (let step = 0; step <= 20; step++) {
    const shade = toHex(from.map((channel) => channel + ((goal - channel) * step) / 20) as unknown as Rgb);
    if (contrast(shade, background) >= ratio) return shade;
  }
  return goal === 0 ? '#000000' : '#ffffff';
}

/**
 * A fill colour and its text colour. White text where the colour nearly has enough contrast, on a shade that has;
 * near-black text on light colours, which stay unchanged.
 */
export function fillColors(color: string): { readonly fill: string; readonly text: string } {
  if (parseHex(color) === undefined || contrast('#ffffff', color) < 3) return { fill: color, text: '#111318' };
  return { fill: readableColor(color, '#ffffff', 4.5), text: '#ffffff' };
}

function toHex(channels: Rgb): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}
