/** The views of all built-in components, for pages and, by name, for author code in the browser. */
import type { ComponentType } from 'preact';
import { Accordion, AccordionGroup, Expandable } from './accordion/view.tsx';
import { Panel, RequestExample, ResponseExample } from './aside/view.tsx';
import { Badge } from './badge/view.tsx';
import { Callout, Check, Danger, Info, Note, Tip, Warning } from './callout/view.tsx';
import { Card, Tile } from './card/view.tsx';
import { CodeBlock, CodeGroup } from './code/view.tsx';
import { Color, ColorItem, ColorRow } from './color/view.tsx';
import { CardGroup, Column, Columns } from './columns/view.tsx';
import { ParamField, ResponseField } from './field/view.tsx';
import { Frame } from './frame/view.tsx';
import { GitHub, GitHubRepo } from './github-repo/view.tsx';
import { Icon } from './icon/view.tsx';
import { Image } from './image/view.tsx';
import { Latex } from './latex/view.tsx';
import { Mermaid } from './mermaid/view.tsx';
import { Banner, Heading, Snippet, Visibility } from './page-parts/view.tsx';
import { Prompt } from './prompt/view.tsx';
import type { ComponentName } from './registry.ts';
import { Step, Steps } from './steps/view.tsx';
import { Tab, Tabs } from './tabs/view.tsx';
import { Tooltip } from './tooltip/view.tsx';
import { Tree, TreeFile, TreeFolder } from './tree/view.tsx';
import { Update } from './update/view.tsx';
import { View } from './view/view.tsx';

/** The export name for author code in the browser: a dot becomes an underscore. */
export type ExportedName = ComponentName extends infer Name
  ? Name extends `${infer Space}.${infer Part}`
    ? `${Space}_${Part}`
    : Name
  : never;

/** Component name → view. The props come from authors and may have any type. */
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

/** The same table without inherited keys. */
// biome-ignore lint/suspicious/noExplicitAny: each component checks its own props
export const contentComponents: Readonly<Record<string, ComponentType<any>>> = /* @__PURE__ */ Object.assign(
  /* @__PURE__ */ Object.create(null),
  views,
);

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
