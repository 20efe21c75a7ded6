import type { Page } from '../../../model/page.ts';
import type { FramePart } from '../../../model/site-config.ts';
import type { CompiledEntry } from './page-builder.ts';
import type { PageStore } from './page-store.ts';

/** The parts of the frame that the project writes itself, as they stand in every page. A part that is missing keeps its usual content. */
export interface CustomParts {
  readonly parts: ReadonlyMap<FramePart, string>;
  /** Components of one wake in the browser. */
  readonly isAlive: boolean;
}

/** The HTML of each part. `compiled` gives a part as compiled. */
export async function customParts(
  { parts }: { readonly parts: ReadonlyMap<FramePart, Page> },
  store: PageStore,
  compiled: (part: Page) => CompiledEntry | undefined | Promise<CompiledEntry | undefined>,
): Promise<CustomParts> {
  const texts = new Map<FramePart, string>();
  let isAlive = false;
  for (const [part, page] of parts) {
    const entry = await compiled(page);
    if (entry === undefined) continue;
    texts.set(part, store.html(entry.key));
    isAlive ||= entry.hasIslands;
  }
  return { parts: texts, isAlive };
}
