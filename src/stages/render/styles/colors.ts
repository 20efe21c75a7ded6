/** Colour arithmetic for the site's own colours: contrast by WCAG 2.2, and the nearest shade that can be read. */

import { contrast, luminance, parseHex } from '../../../shared/contrast.ts';

type Rgb = NonNullable<ReturnType<typeof parseHex>>;

/** `color`, made darker or lighter in small steps until it stands out from `background` by `ratio`. */
export function readable(color: string, background: string, ratio: number): string {
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
 * A filled part and its text. White text where the colour nearly bears it, on a shade that does; on light colours
 * near-black text, and the colour stays as it is.
 */
export function fillColors(color: string): { readonly fill: string; readonly text: string } {
  if (parseHex(color) === undefined || contrast('#ffffff', color) < 3) return { fill: color, text: '#111318' };
  return { fill: readable(color, '#ffffff', 4.5), text: '#ffffff' };
}

function toHex(channels: Rgb): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}
