/** The header: logo, switchers, links, the primary button, the theme switch; tabs where the theme has them. */
import type { VNode } from 'preact';
import type { NavSwitch } from '../../../model/nav-tree.ts';
import type { Navbar, NavbarLink } from '../../../model/site-config.ts';
import type { LayoutContext } from './layout-context.ts';
import { LayoutIcon, UiIcon } from './layout-icon.tsx';
import { NavTabs, type TabsProps } from './nav-tabs.tsx';
import { SearchEntry } from './search-entry.tsx';
import { SiteLink } from './site-link.tsx';
import { Switcher } from './switcher.tsx';

/** The content of the header on one page; `navbar` is that of the page's language. */
export interface HeaderProps {
  /** Default target of the logo: in the author's form, without the base path. */
  homeHref: string;
  navbar: Navbar;
  /** In display order; the hrefs of their options are placeholders (`switcher.tsx`). */
  switches: readonly NavSwitch[];
  /** In the header or below it, depending on the theme. */
  tabs: TabsProps;
  /** The version of the page. */
  version: string | undefined;
  context: LayoutContext;
}

/** The parts of the header by name, for projects with their own header. */
export function headerPieces({ homeHref, navbar, switches, tabs, version, context }: HeaderProps): Readonly<Record<string, VNode | null>> {
  const { config, strings } = context;
  return {
    menu: (
      <a class="icon-button drawer-open" href="#sidebar" aria-label={strings.menu}>
        <UiIcon name="menu" />
      </a>
    ),
    logo: (
      <SiteLink class="nav-logo" href={config.logo?.href ?? homeHref} context={context}>
        <Logo context={context} />
      </SiteLink>
    ),
    switchers: (
      <>
        {switches.map((choice, index) => (
          <Switcher key={choice.kind} choice={choice} index={index} context={context} />
        ))}
      </>
    ),
    tabs: <NavTabs {...tabs} />,
    search: <SearchEntry version={version} context={context} />,
    links: <NavbarLinks navbar={navbar} context={context} />,
    'theme-switch': config.appearance.strict ? null : (
      <button type="button" class="icon-button theme-switch" aria-label={strings.theme}>
        <UiIcon name="sun" />
        <UiIcon name="moon" />
      </button>
    ),
  };
}

/** The default arrangement: content of `<header id="navbar">`. */
export function HeaderContent(props: HeaderProps): VNode {
  const pieces = headerPieces(props);
  const hasTabRow = props.context.layout.tabs === 'row';
  return (
    <>
      <div class="navbar-row">
        {pieces.menu}
        {pieces.logo}
        {pieces.switchers}
        {!hasTabRow && pieces.tabs}
        {pieces.search}
        {pieces.links}
        {pieces['theme-switch']}
      </div>
      {hasTabRow && pieces.tabs}
    </>
  );
}

function Logo({ context }: { context: LayoutContext }): VNode {
  const { logo, name, appearance } = context.config;
  if (logo === undefined) return <span class="nav-logo-name">{name}</span>;
  /** The image of the other colour mode is not fetched until it is shown. */
  const picture = (src: string, mode = '', isOther = false) => (
    <img
      class={`nav-logo${mode}`}
      src={context.href(src)}
      alt={name}
      {...context.imageSize(src.replace(/^\//, ''))}
      {...(isOther && { loading: 'lazy' })}
    />
  );
  if (logo.light === logo.dark) return picture(logo.light);
  return (
    <>
      {picture(logo.light, ' only-light', appearance.default === 'dark')}
      {picture(logo.dark, ' only-dark', appearance.default !== 'dark')}
    </>
  );
}

/** Also at the bottom of the drawer, for small screens. */
export function NavbarLinks({
  navbar,
  context,
  isInDrawer,
}: {
  navbar: Navbar;
  context: LayoutContext;
  isInDrawer?: boolean;
}): VNode | null {
  const { links, primary } = navbar;
  if (links.length === 0 && primary === undefined) return null;
  return (
    <ul class={isInDrawer ? 'drawer-links' : 'navbar-links'}>
      {links.map((link) => (
        <li key={link.href}>
          <SiteLink class="navbar-link" href={link.href} context={context}>
            <NavbarIcon link={link} context={context} />
            {link.label}
          </SiteLink>
        </li>
      ))}
      {primary && (
        <li>
          <SiteLink
            class={primary.type === 'button' ? 'cta-button' : 'cta-button is-outlined'}
            id={isInDrawer ? undefined : 'topbar-cta-button'}
            href={primary.href}
            context={context}
          >
            <BrandIcon type={primary.type} />
            {primary.label}
          </SiteLink>
        </li>
      )}
    </ul>
  );
}

function NavbarIcon({ link, context }: { link: NavbarLink; context: LayoutContext }): VNode | null {
  return link.icon === undefined ? <BrandIcon type={link.type} /> : <LayoutIcon icon={link.icon} context={context} />;
}

function BrandIcon({ type }: { type: string | undefined }): VNode | null {
  if (type !== 'github' && type !== 'discord') return null;
  return <svg class="icon" data-icon={`fontawesome:brands:${type}`} aria-hidden="true" />;
}
