import type { Site } from '../../model/site.ts';

/** The author's own `skill.md`, which replaces the generated one. */
export function authorSkill({ assets, files }: Pick<Site, 'assets' | 'files'>): { readonly authorSkill?: string } {
  return assets.includes('skill.md') ? { authorSkill: files.readText('skill.md') } : {};
}
