/** The views of all components. Written by `npm run generate`. */
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
import { GitHubRepo } from './github-repo/view.tsx';
import { Icon } from './icon/view.tsx';
import { Image } from './image/view.tsx';
import { Latex } from './latex/view.tsx';
import { Mermaid } from './mermaid/view.tsx';
import { Banner, Heading, Snippet, Visibility } from './page-parts/view.tsx';
import { Prompt } from './prompt/view.tsx';
import { Step, Steps } from './steps/view.tsx';
import { Tab, Tabs } from './tabs/view.tsx';
import { Tooltip } from './tooltip/view.tsx';
import { Tree, TreeFile, TreeFolder } from './tree/view.tsx';
import { Update } from './update/view.tsx';
import { View } from './view/view.tsx';

/** Component name → view, without inherited keys. The props come from authors and may have any type. */
export const contentComponents: Readonly<Record<string, ComponentType<any>>> = /* @__PURE__ */ Object.assign(
  /* @__PURE__ */ Object.create(null),
  {
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
  },
);

// The names of author code in the browser: an underscore replaces the dot.
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
  Tree as FileTree,
  TreeFile as FileTree_File,
  TreeFolder as FileTree_Folder,
  Frame,
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
  Tabs,
  Tab as Tabs_Tab,
  Tile,
  Tip,
  Tooltip,
  Tree,
  TreeFile as Tree_File,
  TreeFolder as Tree_Folder,
  Update,
  View,
  Visibility,
  Warning,
};
/** `<GitHub.Repo>` in author code. */
export const GitHub = { Repo: GitHubRepo };
