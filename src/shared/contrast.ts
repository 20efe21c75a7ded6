/** The contrast ratio of two colours (WCAG 2.2). */

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

/** 0 (black) to 1 (white). */
export function luminance(hex: string): number {
  const [red, green, blue] = (parseHex(hex) ?? [255, 255, 255]).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
