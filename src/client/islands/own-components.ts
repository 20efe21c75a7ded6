/**
 * Our components under the names that author code knows, one export each, so that a bundle holds only those it uses.
 * A dot is written as an underscore; `<Tree.File>` in author code is a property of `Tree`.
 */
import { Accordion, AccordionGroup, Expandable } from '../../render/components/content/accordion.tsx';
import { Panel, RequestExample, ResponseExample } from '../../render/components/content/aside.tsx';
import { Badge } from '../../render/components/content/badge.tsx';
import { Callout, Check, Danger, Info, Note, Tip, Warning } from '../../render/components/content/callout.tsx';
import { Card, Tile } from '../../render/components/content/card.tsx';
import { CodeBlock, CodeGroup } from '../../render/components/content/code.tsx';
import { ColorItem, ColorRow, Color as PlainColor } from '../../render/components/content/color.tsx';
import { CardGroup, Column, Columns } from '../../render/components/content/columns.tsx';
import { ParamField, ResponseField } from '../../render/components/content/field.tsx';
import { Frame } from '../../render/components/content/frame.tsx';
import { GitHubRepo } from '../../render/components/content/github-repo.tsx';
import { Icon } from '../../render/components/content/icon.tsx';
import { Image } from '../../render/components/content/image.tsx';
import { Latex } from '../../render/components/content/latex.tsx';
import { Mermaid } from '../../render/components/content/mermaid.tsx';
import { Banner, Heading, Snippet, Visibility } from '../../render/components/content/page-parts.tsx';
import { Prompt } from '../../render/components/content/prompt.tsx';
import { Step, Steps } from '../../render/components/content/steps.tsx';
import { Tabs as PlainTabs, Tab } from '../../render/components/content/tabs.tsx';
import { Tooltip } from '../../render/components/content/tooltip.tsx';
import { Tree as PlainTree, TreeFile, TreeFolder } from '../../render/components/content/tree.tsx';
import { Update } from '../../render/components/content/update.tsx';
import { View } from '../../render/components/content/view.tsx';

/** With its parts as properties, as author code writes them; the build's own renderer goes by the names with a dot instead. */
export const Color = /* @__PURE__ */ Object.assign(PlainColor, { Item: ColorItem, Row: ColorRow });
/** The same. */
export const Tabs = /* @__PURE__ */ Object.assign(PlainTabs, { Tab });
/** The same. */
export const Tree = /* @__PURE__ */ Object.assign(PlainTree, { File: TreeFile, Folder: TreeFolder });
/** The other name of `Tree` (docs-json-spec 12). */
export const FileTree = Tree;
/** Only a holder: `<GitHub.Repo>` is the one component of that name. */
export const GitHub = { Repo: GitHubRepo };
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
  ColorItem as Color_Item,
  ColorRow as Color_Row,
  Column,
  Columns,
  Danger,
  Expandable,
  Frame,
  GitHubRepo as GitHub_Repo,
  Heading,
  Icon,
  Info,
  Latex,
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
  Tab as Tabs_Tab,
  Tab,
  Tile,
  Tip,
  Tooltip,
  TreeFile as FileTree_File,
  TreeFile as Tree_File,
  TreeFolder as FileTree_Folder,
  TreeFolder as Tree_Folder,
  Update,
  View,
  Visibility,
  Warning,
};

/** All of them by name, for the one who asks by name: then all are shipped. */
export const ownComponents: Readonly<Record<string, unknown>> = {
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
  Color: PlainColor,
  Column,
  Columns,
  Danger,
  Expandable,
  Frame,
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
  Tabs: PlainTabs,
  Tile,
  Tip,
  Tooltip,
  Tree: PlainTree,
  Update,
  View,
  Visibility,
  Warning,
  'Color.Item': ColorItem,
  'Color.Row': ColorRow,
  FileTree: PlainTree,
  'FileTree.File': TreeFile,
  'FileTree.Folder': TreeFolder,
  'GitHub.Repo': GitHubRepo,
  'Tabs.Tab': Tab,
  'Tree.File': TreeFile,
  'Tree.Folder': TreeFolder,
};
