import type { Path } from './path.ts';
import type { Image } from './png.ts';
import type { Rgb } from './shades.ts';

/** Shapes in the units of the drawing, in paint order. */
export interface DrawnLogo {
  readonly kind: 'shapes';
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly { readonly path: Path; readonly color: Rgb; readonly opacity: number }[];
}

/** The site's logo, as pixels or as filled shapes within `width` × `height`. */
export type Logo = ({ readonly kind: 'image' } & Image) | DrawnLogo;
