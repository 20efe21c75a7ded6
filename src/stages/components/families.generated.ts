/** All component folders. Written by `npm run generate`. */
import { accordion } from './accordion/props.ts';
import { api } from './api/props.ts';
import { aside } from './aside/props.ts';
import { badge } from './badge/props.ts';
import { callout } from './callout/props.ts';
import { card } from './card/props.ts';
import { code } from './code/props.ts';
import { color } from './color/props.ts';
import { columns } from './columns/props.ts';
import { field } from './field/props.ts';
import { frame } from './frame/props.ts';
import { githubRepo } from './github-repo/props.ts';
import { icon } from './icon/props.ts';
import { image } from './image/props.ts';
import { latex } from './latex/props.ts';
import { mermaid } from './mermaid/props.ts';
import { pageParts } from './page-parts/props.ts';
import { prompt } from './prompt/props.ts';
import { steps } from './steps/props.ts';
import { tabs } from './tabs/props.ts';
import { tooltip } from './tooltip/props.ts';
import { tree } from './tree/props.ts';
import { update } from './update/props.ts';
import { view } from './view/props.ts';

/** Component folder → its metadata. */
export const families = {
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
