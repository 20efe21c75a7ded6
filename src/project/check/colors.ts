/** Checks the contrast of every colour in docs.json, in both modes. */

import type { Diagnostic } from '../../model/diagnostic.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import { contrast, parseHex } from '../../shared/contrast.ts';
import * as errors from './site-errors.ts';
import type { ConfigString, SiteView } from './site-view.ts';

type Mode = 'light' | 'dark';

const grounds = { light: '#ffffff', dark: '#0c0d10' };
const texts = { light: '#111318', dark: '#f1f2f4' };
/** WCAG 2.2: 1.4.3 for text, 1.4.11 for icons. */
const needed = { text: 4.5, banner: 4.5, icon: 3 };

/** A colour as written, and the colour that it is combined with. */
interface Use {
  readonly what: keyof typeof needed;
  readonly color: string;
  readonly with: string;
  readonly relation: 'on' | 'under';
}

/** Reports `a11y/contrast`, at most once for each colour; ignores colours that are not hexadecimal. */
export function checkColors({ config, configStrings }: SiteView): Diagnostic[] {
  const { appearance } = config;
  const modes = appearance.strict && appearance.default !== 'system' ? [appearance.default] : (['light', 'dark'] as const);
  return configStrings.flatMap((written) => {
    const uses = usesOf(written, config).filter(({ mode }) => mode === undefined || modes.includes(mode));
    for (const { what, color, with: other, relation } of uses) {
      if (parseHex(color) === undefined || parseHex(other) === undefined) continue;
      const ratio = contrast(color, other);
      if (ratio < needed[what]) {
        const name = nameOf(written.path);
        return [errors.lowContrast(written.location, { name, color, other, relation, ratio, needed: needed[what], what })];
      }
    }
    return [];
  });
}

/** How a configured colour is used; empty for other strings, and for colours that adapt themselves. */
function usesOf({ path, value }: ConfigString, { background, colors }: SiteConfig): readonly (Use & { readonly mode?: Mode })[] {
  const ground = (mode: Mode) => background.color?.[mode] ?? grounds[mode];
  const [last, owner] = [path.at(-1), path.at(-2)];
  const mode = last === 'light' || last === 'dark' ? last : undefined;
  if (path[0] === 'colors' && path.length === 2) {
    // Links use `primary` on light pages and `light` on dark ones. A mode without its own colour uses another one,
    // which the author did not choose.
    if (last === 'primary') return [{ what: 'text', color: value, with: ground('light'), relation: 'on', mode: 'light' }];
    if (last === 'light') return [{ what: 'text', color: value, with: ground('dark'), relation: 'on', mode: 'dark' }];
    // Buttons have white text, or near-black on light colours.
    const isButton = last === 'dark' && value !== colors.primary && contrast('#ffffff', value) >= 3;
    return isButton ? [{ what: 'text', color: value, with: '#ffffff', relation: 'under' }] : [];
  }
  if (owner !== 'color' || mode === undefined) return [];
  if (path[0] === 'background') return [{ what: 'text', color: value, with: texts[mode], relation: 'under', mode }];
  if (path.at(-3) === 'banner') return [{ what: 'banner', color: value, with: '#ffffff', relation: 'under' }];
  if (path[0] === 'navigation') return [{ what: 'icon', color: value, with: ground(mode), relation: 'on', mode }];
  return [];
}

function nameOf(path: ConfigString['path']): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}
