/**
 * All built-in components: names, props, inline components, classes and families with Markdown rules. Each family is
 * a folder beside this file. The views are in `views.ts`, so that importing the names does not load them.
 */
import { accordion } from './accordion/props.ts';
import { api } from './api/props.ts';
import { aside } from './aside/props.ts';
import { badge } from './badge/props.ts';
import { callout } from './callout/props.ts';
import { card } from './card/props.ts';
import { code } from './code/props.ts';
import { color } from './color/props.ts';
import { columns } from './columns/props.ts';
import type { ComponentDefinition, ComponentFamily } from './definition.ts';
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

/** A name that pages can use without an import, or that the compiler uses. */
export type ComponentName = NamesOf<Family>;
/** A class by which Markdown copies and feeds recognise a part of a component: the first name of its `class`. */
export type ComponentClass = Family['classes'][number];
/** A family with Markdown rules (`markdown-rules.ts`). */
export type FamilyWithRules = {
  [Name in keyof typeof families]: (typeof families)[Name]['markdown'] extends 'rules' ? Name : never;
}[keyof typeof families];
const all: readonly ComponentFamily[] = /* @__PURE__ */ Object.values(families);
const definitions: ReadonlyMap<string, ComponentDefinition> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ all.flatMap(({ components }) => Object.entries(components)),
);

/** Names that pages can use without an import. */
export const componentNames: readonly string[] = /* @__PURE__ */ namesOf((definition) => !definition.isInternal);
/** Created by the compiler from Markdown, never written by authors. */
export const internalComponentNames: readonly string[] = /* @__PURE__ */ namesOf((definition) => definition.isInternal === true);

/** All component classes. */
export const componentClasses: readonly ComponentClass[] = /* @__PURE__ */ all
  .flatMap(({ classes }) => classes as readonly ComponentClass[])
  .sort();
/** The classes of interactive controls without content. */
export const controlClasses: ReadonlySet<string> = /* @__PURE__ */ new Set(/* @__PURE__ */ all.flatMap(({ controls = [] }) => controls));

function namesOf(test: (definition: ComponentDefinition) => boolean): string[] {
  return [...definitions].flatMap(([name, definition]) => (test(definition) ? [name] : [])).sort();
}

/** Whether white space beside the component is significant. */
export function isInlineComponent(name: string): boolean {
  return definitions.get(name)?.display === 'inline';
}

const propSets = /* @__PURE__ */ new Map<string, ReadonlySet<string>>();
const common = /* @__PURE__ */ new Set(
  /* @__PURE__ */ 'children class className dir hidden id key lang ref role slot style tabIndex tabindex title'.split(' '),
);

/** The props that a component reads in addition to the common ones; undefined if it passes all props on. */
export function knownProps(name: string): ReadonlySet<string> | undefined {
  const props = definitions.get(name)?.props;
  if (props === undefined) return undefined;
  let known = propSets.get(name);
  if (known === undefined) {
    known = new Set(props.split(' ').filter((prop) => prop !== ''));
    propSets.set(name, known);
  }
  return known;
}

/** Whether every component accepts the attribute. */
export function isCommonProp(name: string): boolean {
  return common.has(name) || /^(?:aria|data)-?/i.test(name) || /^on[A-Z]/.test(name);
}
