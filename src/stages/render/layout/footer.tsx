/** Link columns and social icons at the end of the page. */
import type { VNode } from 'preact';
import type { Footer as FooterModel } from '../../../model/site-config.ts';
import type { LayoutContext } from './layout-context.ts';
import { SiteLink } from './site-link.tsx';

/** Platforms whose icon has another name, or whose name is not suitable for screen readers. */
const platforms: Readonly<Record<string, { icon: string; name: string }>> = {
  x: { icon: 'fontawesome:brands:x-twitter', name: 'X' },
  'x-twitter': { icon: 'fontawesome:brands:x-twitter', name: 'X' },
  website: { icon: 'lucide::globe', name: 'Website' },
  'earth-americas': { icon: 'lucide::globe', name: 'Website' },
  podcast: { icon: 'fontawesome:solid:podcast', name: 'Podcast' },
  'hacker-news': { icon: 'fontawesome:brands:hacker-news', name: 'Hacker News' },
  github: { icon: 'fontawesome:brands:github', name: 'GitHub' },
  linkedin: { icon: 'fontawesome:brands:linkedin', name: 'LinkedIn' },
  youtube: { icon: 'fontawesome:brands:youtube', name: 'YouTube' },
  stackoverflow: { icon: 'fontawesome:brands:stack-overflow', name: 'Stack Overflow' },
  email: { icon: 'lucide::mail', name: 'Email' },
};
const knownBrands = new Set(
  'facebook discord slack instagram medium telegram twitter bluesky threads reddit mastodon npm gitlab twitch tiktok whatsapp'.split(' '),
);

/** Content of `<footer id="footer">`. */
export function FooterContent({ footer, context }: { footer: FooterModel; context: LayoutContext }): VNode {
  // An icon alone in an empty row is hard to see and to understand.
  const isAlone = footer.columns.length === 0 && footer.socials.length === 1;
  return (
    <>
      {footer.columns.length > 0 && (
        <div class="footer-columns">
          {footer.columns.map((column, index) => (
            <div key={`${index}`} class="footer-column">
              {column.header && <p class="footer-header">{column.header}</p>}
              <ul>
                {column.items.map((item) => (
                  <li key={item.href + item.label}>
                    <SiteLink href={item.href} context={context}>
                      {item.label}
                    </SiteLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
      {footer.socials.length > 0 && (
        <ul class={isAlone ? 'footer-socials is-alone' : 'footer-socials'}>
          {footer.socials.map(({ platform, href }) => {
            const { icon, name } = platformMark(platform);
            return (
              <li key={platform + href}>
                <a href={context.href(href)} target="_blank" rel="noopener me">
                  <svg class="icon" data-icon={icon} aria-hidden="true" />
                  <span class={isAlone ? undefined : 'visually-hidden'}>{name}</span>
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

function platformMark(platform: string): { icon: string; name: string } {
  const known = Object.hasOwn(platforms, platform) ? platforms[platform] : undefined;
  if (known !== undefined) return known;
  const name = platform.charAt(0).toUpperCase() + platform.slice(1);
  return { icon: knownBrands.has(platform) ? `fontawesome:brands:${platform}` : 'lucide::link', name };
}
