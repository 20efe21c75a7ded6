/**
 * All built-in components. Names, props, inline components, classes and the families whose Markdown needs rules are derived from here.
 * Each family is a folder beside this file. The views are in `views.ts`, so that code which only asks for names does not load them.
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
