/** Checks the links in API descriptions as they appear on reference pages. */

import type { Diagnostic, SourceLocation } from '../../model/diagnostic.ts';
import { isExternal } from '../../shared/url.ts';
import type { SourceLocations } from '../../stages/openapi/check/source-locations.ts';
import { loadApi } from '../../stages/openapi/read/load-api.ts';
import { isObject, pointerStep, type SpecValue } from '../../stages/openapi/read/spec-value.ts';
import type { OutsideLink } from './page-links.ts';
import * as errors from './site-errors.ts';
import type { SiteView, YieldWhenDue } from './site-view.ts';

interface WrittenLink {
  readonly pointer: string;
  readonly href: string;
}

/** Skips unreadable descriptions, which are reported elsewhere. Does not check fragments. */
export async function checkDescriptionLinks(
  view: SiteView,
  places: SourceLocations,
  yieldWhenDue: YieldWhenDue,
): Promise<{ readonly diagnostics: Diagnostic[]; readonly outside: OutsideLink[] }> {
  const diagnostics: Diagnostic[] = [];
  const outside: OutsideLink[] = [];
  for (const source of view.descriptions) {
    await yieldWhenDue();
    const document = loadApi({ files: view.files, source }).value;
    if (document === undefined) continue;
    const links = linksOf(document.root.value, view.linksIn).filter(({ href }) => href !== '' && !href.startsWith('#'));
    const wanted = links.filter(({ href }) => isExternal(href) || view.resolveLink(source, href).status === 'missing');
    const located =
      wanted.length === 0 ? new Map<string, SourceLocation>() : document.root.file.locateAll(wanted.map(({ pointer }) => pointer));
    for (const { pointer, href } of wanted) {
      const start = located.get(pointer)?.line ?? 1;
      const location = places.find(source, href, start) ?? located.get(pointer) ?? places.at(source, 1, 1);
      if (/^https?:\/\//i.test(href)) outside.push({ url: href, location });
      else if (!isExternal(href)) {
        const { nearest } = view.resolveLink(source, href);
        diagnostics.push(errors.brokenLink(location, href, nearest === undefined ? undefined : `write "${nearest}"`));
      }
    }
  }
  return { diagnostics, outside };
}

/** The links of every `description`. Not recursive, because a description may be deeply nested. */
function linksOf(root: SpecValue, linksIn: SiteView['linksIn']): WrittenLink[] {
  const found: WrittenLink[] = [];
  const stack: { readonly value: SpecValue; readonly pointer: string; readonly key: string }[] = [{ value: root, pointer: '', key: '' }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, pointer, key } = next;
    if (typeof value === 'string') {
      if (key === 'description' && /\]\(|\]\[|href=|https?:/.test(value)) for (const href of linksIn(value)) found.push({ pointer, href });
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        if (typeof item === 'object') stack.push({ value: item, pointer: pointer + pointerStep(index), key });
    } else if (isObject(value)) {
      // A property named `description` is a schema; values of examples are data.
      for (const [name, child] of Object.entries(value))
        if (name !== 'example' && name !== 'examples' && name !== 'default')
          stack.push({ value: child, pointer: pointer + pointerStep(name), key: name });
    }
  }
  return found;
}
