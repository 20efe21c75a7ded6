/** Colour arithmetic for the site's own colours: contrast by WCAG 2.2, and the nearest shade that can be read. */

type Rgb = readonly [number, number, number];

/** `#abc` or `#aabbcc` → channels 0–255; undefined for anything else. */
export function parseHex(hex: string): Rgb | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex.trim())?.[1];
  if (digits === undefined) return undefined;
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb;
}

/** 1 (the same) to 21 (black on white). */
export function contrast(first: string, second: string): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

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

function luminance(hex: string): number {
  const [red, green, blue] = (parseHex(hex) ?? [255, 255, 255]).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toHex(channels: Rgb): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}
