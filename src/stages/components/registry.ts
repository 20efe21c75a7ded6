/**
 * All built-in components: names, props, inline components, classes and families with Markdown rules. Each family is
 * a folder beside this file. The views are in `views.generated.ts`, so that importing the names does not load them.
 */
import type { ComponentDefinition, ComponentFamily } from './definition.ts';
import { families } from './families.generated.ts';

type Family = (typeof families)[keyof typeof families];
type NamesOf<F> = F extends { readonly components: infer Components } ? keyof Components & string : never;

/** A name that pages can use without an import, or that the compiler uses. */
export type ComponentName = NamesOf<Family>;
/** A class by which Markdown copies and feeds recognise a part of a component: the first name of its `class`. */
export type ComponentClass = Family['classes'][number];
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

/** The components that a component must be in, directly or not; empty if it can be anywhere. */
export function parentsOf(name: string): readonly string[] {
  return definitions.get(name)?.parents?.split(' ') ?? [];
}

/** The values that a prop accepts; undefined if it accepts others, too. */
export function propValues(name: string, prop: string): readonly string[] | undefined {
  const { values } = definitions.get(name) ?? {};
  return values !== undefined && Object.hasOwn(values, prop) ? values[prop] : undefined;
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
