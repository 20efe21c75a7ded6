/**
 * `docs.json` as authored, after the schema has accepted it. The types come from the schema (`docs.schema.json`), by
 * `npm run generate`; this file names the parts of them that `resolve*.ts` reads.
 */

import type * as Schema from './docs-schema.generated.ts';
import type { Banner, DocsSchema, Footer, Icon, Navbar, Openapi } from './docs-schema.generated.ts';

/** `iconType` is the older spelling of an icon's `style`. */
export interface RawDecoration {
  readonly icon?: Icon;
  readonly iconType?: string;
}

/** `overlays` are applied in their order. */
export type RawSpec = Extract<Openapi, { readonly source: string }>;

/** A string stands for `{ source }`. Lists may mix both forms. */
export type RawSpecs = Openapi;

/** Of `color` one may be left out and serves both. */
export type RawBanner = Banner;

/** A link without a label has a `type` that names it. */
export type RawNavbar = Navbar;

/** `socials`: platform → URL. */
export type RawFooter = Footer;

type Nodes =
  | DocsSchema['navigation']
  | Schema.Product
  | Schema.Language
  | Schema.Version
  | Schema.Tab
  | Schema.Dropdown
  | Schema.Anchor
  | Schema.Item
  | Schema.Group;
type KeyOf<Node> = Node extends unknown ? keyof Node : never;
type MemberOf<Node, Key extends PropertyKey> = Node extends { readonly [Name in Key]?: infer Value } ? Value : never;
/** Keys whose values are divisions, pages or names: they are read by the kind of the node. */
type OfKind =
  | 'global'
  | 'pages'
  | 'graphql'
  | 'sdk'
  | 'products'
  | 'languages'
  | 'versions'
  | 'tabs'
  | 'dropdowns'
  | 'anchors'
  | 'groups'
  | 'menu';

/** Any node of the navigation, the root included. */
export type RawDivision = { readonly [Key in Exclude<KeyOf<Nodes>, OfKind>]?: MemberOf<Nodes, Key> } & {
  readonly [key: string]: unknown;
  readonly global?: Readonly<Record<string, readonly RawDivision[]>>;
};

/** The whole file. Only this module sees it: from `resolveConfig` on everything has its default. */
export type DocsJson = Omit<DocsSchema, 'navigation'> & { readonly navigation: RawDivision };

/** Methods need different fields: `auth-rules.ts` asks for them. */
export type RawSignIn = NonNullable<NonNullable<DocsSchema['docsgen']>['auth']>;

/** `permanent` is true where nothing is said. */
export type RawRedirect = NonNullable<DocsSchema['redirects']>[number];

/** An entry of one's own in the page menu. */
export type RawContextual = Exclude<NonNullable<DocsSchema['contextual']>['options'][number], string>;
