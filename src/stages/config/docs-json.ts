/**
 * The types of `docs.json` as authored, after schema validation. They are generated from the schema
 * (`docs.schema.json`) by `npm run generate`; this file names the parts that `resolve*.ts` reads.
 */

import type * as Schema from '../../model/docs-schema.generated.ts';
import type { Banner, DocsSchema, Footer, Icon, Navbar, Openapi } from '../../model/docs-schema.generated.ts';

/** `iconType` is the older spelling of an icon's `style`. */
export interface RawDecoration {
  readonly icon?: Icon;
  readonly iconType?: string;
}

/** `overlays` are applied in their order. */
export type RawSpec = Extract<Openapi, { readonly source: string }>;

/** A string is short for `{ source }`. Lists may mix both forms. */
export type RawSpecs = Openapi;

/** Either of the two colours may be omitted; the other then applies to both modes. */
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
/** Keys whose values are divisions, pages or names; their type depends on the kind of the node. */
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

/** Any node of the navigation, including the root. */
export type RawDivision = { readonly [Key in Exclude<KeyOf<Nodes>, OfKind>]?: MemberOf<Nodes, Key> } & {
  readonly [key: string]: unknown;
  readonly global?: Readonly<Record<string, readonly RawDivision[]>>;
};

/** The whole file. After `resolveConfig`, every setting has its default and this type is no longer used. */
export type DocsJson = Omit<DocsSchema, 'navigation'> & { readonly navigation: RawDivision };

/** The fields depend on the method; `auth-rules.ts` checks them. */
export type RawSignIn = NonNullable<NonNullable<DocsSchema['docsgen']>['auth']>;

/** `permanent` defaults to true. */
export type RawRedirect = NonNullable<DocsSchema['redirects']>[number];

/** A custom entry of the page menu. */
export type RawContextual = Exclude<NonNullable<DocsSchema['contextual']>['options'][number], string>;
