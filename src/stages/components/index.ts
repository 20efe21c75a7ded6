/** Every component that a page may use without import, by the name it is written with. */
import type { ComponentType } from 'preact';
import { Accordion, AccordionGroup, Expandable } from './accordion.tsx';
import { Panel, RequestExample, ResponseExample } from './aside.tsx';
import { Badge } from './badge.tsx';
import { Callout, Check, Danger, Info, Note, Tip, Warning } from './callout.tsx';
import { Card, Tile } from './card.tsx';
import { CodeBlock, CodeGroup } from './code.tsx';
import { Color, ColorItem, ColorRow } from './color.tsx';
import { CardGroup, Column, Columns } from './columns.tsx';
import { ParamField, ResponseField } from './field.tsx';
import { Frame } from './frame.tsx';
import { GitHubRepo } from './github-repo.tsx';
import { Icon } from './icon.tsx';
import { Image } from './image.tsx';
import { Latex } from './latex.tsx';
import { Mermaid } from './mermaid.tsx';
import { Banner, Heading, Snippet, Visibility } from './page-parts.tsx';
import { Prompt } from './prompt.tsx';
import { Step, Steps } from './steps.tsx';
import { Tab, Tabs } from './tabs.tsx';
import { Tooltip } from './tooltip.tsx';
import { Tree, TreeFile, TreeFolder } from './tree.tsx';
import { Update } from './update.tsx';
import { View } from './view.tsx';

/** Name → component, as in `shared/components/component-names.ts`. Props are the author's: any component takes anything. */
// biome-ignore lint/suspicious/noExplicitAny: each component checks its own props
export const contentComponents: Readonly<Record<string, ComponentType<any>>> = Object.assign(Object.create(null), {
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
});
