/** Vendor extensions that change the page of an operation: `x-docs`, and `x-mint` with the same members. */
import { definedOnly } from '../../model/defined-only.ts';
import type { RefResolver } from './read/ref-resolver.ts';
import { childOf, childrenOf, type SpecNode } from './read/spec-node.ts';
import { isObject, objectOf, type SpecObject, type SpecValue, textOf, textsOf } from './read/spec-value.ts';

/** The settings of an operation for its page (`x-docs`, `x-mint`); empty without any. */
export interface PageExtension {
  /** Front matter values, without `openapi`. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** MDX, shown before the generated content. */
  readonly contentMdx?: string;
  /** Path of the page, instead of the one derived from tag and title. */
  readonly href?: string;
  /** Groups of readers who may see it. */
  readonly groups: readonly string[];
  /** `playground` as in front matter. */
  readonly playground?: string;
}

/** `x-docs`, or `x-mint`; of both, `x-docs` takes precedence for each member. */
function docsOf(value: SpecValue): SpecObject[] {
  return [objectOf(value, 'x-docs'), objectOf(value, 'x-mint')].filter((found) => found !== undefined);
}

/** `value`: an operation, webhook or channel. Ignores members of the wrong type, which `openapi-check` reports. */
export function pageExtension(value: SpecValue): PageExtension {
  const found = docsOf(value);
  const first = (key: string) => found.map((docs) => textOf(docs, key)).find((text) => text !== undefined);
  // Assigned from last to first, so that the first takes precedence.
  const metadata = Object.fromEntries(
    found.toReversed().flatMap((docs) => Object.entries(objectOf(docs, 'metadata') ?? {}).filter(([key]) => key !== 'openapi')),
  );
  const groups = found.map((docs) => textsOf(docs, 'groups')).find((list) => list.length > 0) ?? [];
  const optional = { contentMdx: first('content'), href: first('href'), playground: first('playground') };
  return { metadata, groups, ...definedOnly(optional) };
}

/** Labels before and after the name of a property. */
export function pills(value: SpecValue): { readonly pre: readonly string[]; readonly post: readonly string[] } {
  const read = (key: string) =>
    docsOf(value)
      .map((docs) => textsOf(docs, key))
      .find((list) => list.length > 0) ?? [];
  return { pre: read('pre'), post: read('post') };
}

/** Descriptions of enum values, by value: from a map, or a list in the order of the values. */
export function enumDescriptions(value: SpecObject, values: readonly SpecValue[]): Map<number, string> {
  const described = new Map<number, string>();
  for (const key of ['x-enum-descriptions', 'x-enumDescriptions', 'x-mint-enum', 'x-enum-varnames-descriptions']) {
    const found = value[key];
    for (const [index, item] of values.entries()) {
      const text = Array.isArray(found) ? found[index] : isObject(found) ? found[String(item)] : undefined;
      if (typeof text === 'string' && !described.has(index)) described.set(index, text);
    }
  }
  return described;
}

/** `x-codeSamples` of an operation, also behind references; a sample without language or source is left out. */
export function codeSamples(
  operation: SpecNode,
  refs: RefResolver,
): { readonly lang: string; readonly label?: string; readonly source: string }[] {
  const lists = ['x-codeSamples', 'x-code-samples'].map((key) => childOf(operation, key));
  return lists
    .flatMap((list) => childrenOf(list && refs.deref(list)))
    .flatMap((entry) => {
      const sample = refs.deref(entry)?.value;
      const [lang, label, source] = [textOf(sample, 'lang'), textOf(sample, 'label'), textOf(sample, 'source')];
      return lang === undefined || source === undefined ? [] : [{ lang, source, ...(label === undefined ? {} : { label }) }];
    });
}
