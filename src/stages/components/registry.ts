/**
 * All built-in components. Names, props, inline components, classes, views, exports for author code in the browser and the
 * families whose Markdown needs rules are derived from here. Each family is a folder beside this file.
 */
import type { ComponentType } from 'preact';
import { accordion } from './accordion/props.ts';
import { Accordion, AccordionGroup, Expandable } from './accordion/view.tsx';
import { api } from './api/props.ts';
import { aside } from './aside/props.ts';
import { Panel, RequestExample, ResponseExample } from './aside/view.tsx';
import { badge } from './badge/props.ts';
import { Badge } from './badge/view.tsx';
import { callout } from './callout/props.ts';
import { Callout, Check, Danger, Info, Note, Tip, Warning } from './callout/view.tsx';
import { card } from './card/props.ts';
import { Card, Tile } from './card/view.tsx';
import { code } from './code/props.ts';
import { CodeBlock, CodeGroup } from './code/view.tsx';
import { color } from './color/props.ts';
import { Color, ColorItem, ColorRow } from './color/view.tsx';
import { columns } from './columns/props.ts';
import { CardGroup, Column, Columns } from './columns/view.tsx';
import type { ComponentDefinition, ComponentFamily } from './definition.ts';
import { field } from './field/props.ts';
import { ParamField, ResponseField } from './field/view.tsx';
import { frame } from './frame/props.ts';
import { Frame } from './frame/view.tsx';
import { githubRepo } from './github-repo/props.ts';
import { GitHub, GitHubRepo } from './github-repo/view.tsx';
import { icon } from './icon/props.ts';
import { Icon } from './icon/view.tsx';
import { image } from './image/props.ts';
import { Image } from './image/view.tsx';
import { latex } from './latex/props.ts';
import { Latex } from './latex/view.tsx';
import { mermaid } from './mermaid/props.ts';
import { Mermaid } from './mermaid/view.tsx';
import { pageParts } from './page-parts/props.ts';
import { Banner, Heading, Snippet, Visibility } from './page-parts/view.tsx';
import { prompt } from './prompt/props.ts';
import { Prompt } from './prompt/view.tsx';
import { steps } from './steps/props.ts';
import { Step, Steps } from './steps/view.tsx';
import { tabs } from './tabs/props.ts';
import { Tab, Tabs } from './tabs/view.tsx';
import { tooltip } from './tooltip/props.ts';
import { Tooltip } from './tooltip/view.tsx';
import { tree } from './tree/props.ts';
import { Tree, TreeFile, TreeFolder } from './tree/view.tsx';
import { update } from './update/props.ts';
import { Update } from './update/view.tsx';
import { view } from './view/props.ts';
import { View } from './view/view.tsx';

/** Every folder of components, by its name. */
const families = {
  accordion,
  api,
  aside,
  badge,
  callout,
  card,
  code,
  color,
  columns,
  field,
  frame,
  githubRepo,
  icon,
  image,
  latex,
  mermaid,
  pageParts,
  prompt,
  steps,
  tabs,
  tooltip,
  tree,
  update,
  view,
};

type Family = (typeof families)[keyof typeof families];
type NamesOf<F> = F extends { readonly components: infer Components } ? keyof Components & string : never;

/** A name that a page can use without import, or that the compiler uses. */
export type ComponentName = NamesOf<Family>;
/** A class by which Markdown copies and feeds recognise a part of a component: the first name of its `class`. */
export type OwnClass = Family['classes'][number];
/** A family that needs rules for its Markdown (`markdown-rules.ts`). */
export type FamilyWithRules = {
  [Name in keyof typeof families]: (typeof families)[Name]['markdown'] extends 'rules' ? Name : never;
}[keyof typeof families];
/** What author code in the browser imports a component as: a dot is written as an underscore. */
export type ExportedName = ComponentName extends infer Name
  ? Name extends `${infer Space}.${infer Part}`
    ? `${Space}_${Part}`
    : Name
  : never;

/** Component name → view. The props are the author's: any component takes anything. */
// biome-ignore lint/suspicious/noExplicitAny: each component checks its own props
const views: Readonly<Record<ComponentName, ComponentType<any>>> = {
  Accordion,
  AccordionGroup,
  Badge,
  Banner,
  Callout,
  Card,
  CardGroup,
  Check,
  CodeBlock,
  CodeGroup,
  Color,
  'Color.Item': ColorItem,
  'Color.Row': ColorRow,
  Column,
  Columns,
  Danger,
  Expandable,
  FileTree: Tree,
  'FileTree.File': TreeFile,
  'FileTree.Folder': TreeFolder,
  Frame,
  'GitHub.Repo': GitHubRepo,
  Heading,
  Icon,
  Image,
  Info,
  Latex,
  Mermaid,
  Note,
  Panel,
  ParamField,
  Prompt,
  RequestExample,
  ResponseExample,
  ResponseField,
  Snippet,
  Step,
  Steps,
  Tab,
  Tabs,
  'Tabs.Tab': Tab,
  Tile,
  Tip,
  Tooltip,
  Tree,
  'Tree.File': TreeFile,
  'Tree.Folder': TreeFolder,
  Update,
  View,
  Visibility,
  Warning,
};

/** The same as a table without inherited keys. */
// biome-ignore lint/suspicious/noExplicitAny: each component checks its own props
export const contentComponents: Readonly<Record<string, ComponentType<any>>> = /* @__PURE__ */ Object.assign(
  /* @__PURE__ */ Object.create(null),
  views,
);

const all: readonly ComponentFamily[] = /* @__PURE__ */ Object.values(families);
const definitions: ReadonlyMap<string, ComponentDefinition> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ all.flatMap(({ components }) => Object.entries(components)),
);

/** What a page can use without import. */
export const componentNames: readonly string[] = /* @__PURE__ */ namesOf((definition) => !definition.isInternal);
/** Made by the compiler from Markdown, never written by authors. */
export const internalComponentNames: readonly string[] = /* @__PURE__ */ namesOf((definition) => definition.isInternal === true);

/** The classes that only a part of a component of ours can begin with. */
export const ownClasses: readonly OwnClass[] = /* @__PURE__ */ all.flatMap(({ classes }) => classes as readonly OwnClass[]).sort();
/** Those of parts that are clicked and say nothing in a text. */
export const controlClasses: ReadonlySet<string> = /* @__PURE__ */ new Set(/* @__PURE__ */ all.flatMap(({ controls = [] }) => controls));

function namesOf(test: (definition: ComponentDefinition) => boolean): string[] {
  return [...definitions].flatMap(([name, definition]) => (test(definition) ? [name] : [])).sort();
}

/** Whether a component is part of a line. */
export function isInlineComponent(name: string): boolean {
  return definitions.get(name)?.display === 'inline';
}

const propSets = /* @__PURE__ */ new Map<string, ReadonlySet<string>>();
const common = /* @__PURE__ */ new Set(
  /* @__PURE__ */ 'children class className dir hidden id key lang ref role slot style tabIndex tabindex title'.split(' '),
);

/** The props that a component reads beside the common ones; undefined for one that takes whatever it is given. */
export function attributesOf(name: string): ReadonlySet<string> | undefined {
  const props = definitions.get(name)?.props;
  if (props === undefined) return undefined;
  let known = propSets.get(name);
  if (known === undefined) {
    known = new Set(props.split(' ').filter((prop) => prop !== ''));
    propSets.set(name, known);
  }
  return known;
}

/** Whether any component may have it. */
export function isCommonAttribute(name: string): boolean {
  return common.has(name) || /^(?:aria|data)-?/i.test(name) || /^on[A-Z]/.test(name);
}

export {
  Accordion,
  AccordionGroup,
  Badge,
  Banner,
  Callout,
  Card,
  CardGroup,
  Check,
  CodeBlock,
  CodeGroup,
  Color,
  ColorItem as Color_Item,
  ColorRow as Color_Row,
  Column,
  Columns,
  Danger,
  Expandable,
  Frame,
  GitHub,
  GitHubRepo as GitHub_Repo,
  Heading,
  Icon,
  Image,
  Info,
  Latex,
  Mermaid,
  Note,
  Panel,
  ParamField,
  Prompt,
  RequestExample,
  ResponseExample,
  ResponseField,
  Snippet,
  Step,
  Steps,
  Tab,
  Tab as Tabs_Tab,
  Tabs,
  Tile,
  Tip,
  Tooltip,
  Tree as FileTree,
  Tree,
  TreeFile as FileTree_File,
  TreeFile as Tree_File,
  TreeFolder as FileTree_Folder,
  TreeFolder as Tree_Folder,
  Update,
  View,
  Visibility,
  Warning,
};
