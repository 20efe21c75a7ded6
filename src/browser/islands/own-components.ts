/**
 * Our components under the names that author code knows, one export each, so that a bundle holds only those it uses.
 * A dot is written as an underscore; `<Tree.File>` in author code is a property of `Tree`.
 */
import { Accordion, AccordionGroup, Expandable } from '../../stages/components/accordion.tsx';
import { Panel, RequestExample, ResponseExample } from '../../stages/components/aside.tsx';
import { Badge } from '../../stages/components/badge.tsx';
import { Callout, Check, Danger, Info, Note, Tip, Warning } from '../../stages/components/callout.tsx';
import { Card, Tile } from '../../stages/components/card.tsx';
import { CodeBlock, CodeGroup } from '../../stages/components/code.tsx';
import { ColorItem, ColorRow, Color as PlainColor } from '../../stages/components/color.tsx';
import { CardGroup, Column, Columns } from '../../stages/components/columns.tsx';
import { ParamField, ResponseField } from '../../stages/components/field.tsx';
import { Frame } from '../../stages/components/frame.tsx';
import { GitHubRepo } from '../../stages/components/github-repo.tsx';
import { Icon } from '../../stages/components/icon.tsx';
import { Image } from '../../stages/components/image.tsx';
import { Latex } from '../../stages/components/latex.tsx';
import { Mermaid } from '../../stages/components/mermaid.tsx';
import { Banner, Heading, Snippet, Visibility } from '../../stages/components/page-parts.tsx';
import { Prompt } from '../../stages/components/prompt.tsx';
import { Step, Steps } from '../../stages/components/steps.tsx';
import { Tabs as PlainTabs, Tab } from '../../stages/components/tabs.tsx';
import { Tooltip } from '../../stages/components/tooltip.tsx';
import { Tree as PlainTree, TreeFile, TreeFolder } from '../../stages/components/tree.tsx';
import { Update } from '../../stages/components/update.tsx';
import { View } from '../../stages/components/view.tsx';

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
