import { parseHex } from '../../shared/contrast.ts';

/** Colours as channels of 0–255: red, green, blue. */
export type Rgb = readonly [number, number, number];

/** Black for text that is not a hex colour. */
export function rgb(hex: string): Rgb {
  return parseHex(hex) ?? [0, 0, 0];
}

/** Blends `share` of the first colour over the second. */
export function blend(over: Rgb, under: Rgb, share: number): Rgb {
  return over.map((channel, index) => channel * share + (under[index] as number) * (1 - share)) as unknown as Rgb;
}
