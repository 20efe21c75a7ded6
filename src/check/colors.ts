/** Contrast of the configured colours against the grounds that they stand on, in both modes. */
import { contrast, parseHex } from '../contract/contrast.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import * as errors from './site-errors.ts';
import type { SiteView } from './site-view.ts';
import type { SourcePlaces } from './source-places.ts';

const grounds = { light: '#ffffff', dark: '#0c0d10' };

export function checkColors({ config, configStrings }: SiteView, places: SourcePlaces): Diagnostic[] {
  const { colors, background, appearance } = config;
  const modes = appearance.strict && appearance.default !== 'system' ? [appearance.default] : (['light', 'dark'] as const);
  return modes.flatMap((mode) => {
    // Links are drawn in `primary` on light pages and in `light` on dark ones.
    const key = mode === 'light' ? 'primary' : 'light';
    const color = colors[key];
    const ground = background.color?.[mode] ?? grounds[mode];
    if (parseHex(color) === undefined || parseHex(ground) === undefined) return [];
    const ratio = contrast(color, ground);
    // Without a colour of its own, a mode takes another one, and nobody has chosen it.
    const written = configStrings.find(({ path }) => path.join('.') === `colors.${key}`);
    if (ratio >= 4.5 || written === undefined) return [];
    return [errors.lowContrast(written.location ?? places.at(config.file, 1, 1), `colors.${key}`, color, ground, ratio)];
  });
}
