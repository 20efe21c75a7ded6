import type { Page } from '../../../model/page.ts';
import type { FramePart } from '../../../model/site-config.ts';
import type { CompiledEntry } from './page-builder.ts';
import type { PageStore } from './page-store.ts';

/** The parts of the page frame that the project overrides. A missing part keeps its default content. */
export interface CustomParts {
  readonly parts: ReadonlyMap<FramePart, string>;
  /** Whether a part contains interactive components. */
  readonly hasIslands: boolean;
}

/** Returns the HTML of each part. `compiled` returns a part as compiled. */
export async function customParts(
  { parts }: { readonly parts: ReadonlyMap<FramePart, Page> },
  store: PageStore,
  compiled: (part: Page) => CompiledEntry | undefined | Promise<CompiledEntry | undefined>,
): Promise<CustomParts> {
  const texts = new Map<FramePart, string>();
  let hasIslands = false;
  for (const [part, page] of parts) {
    const entry = await compiled(page);
    if (entry === undefined) continue;
    texts.set(part, store.html(entry.key));
    hasIslands ||= entry.hasIslands;
  }
  return { parts: texts, hasIslands };
}
