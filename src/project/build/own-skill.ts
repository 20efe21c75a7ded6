import type { Site } from '../../model/site.ts';

/** The author's own `skill.md`, which replaces the generated one. */
export function ownSkill({ assets, files }: Pick<Site, 'assets' | 'files'>): { readonly ownSkill?: string } {
  return assets.includes('skill.md') ? { ownSkill: files.readText('skill.md') } : {};
}
