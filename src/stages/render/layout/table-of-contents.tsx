/** The headings of the page as a nested list. `browser/shell/scroll-spy.ts` marks the one being read. */
import type { VNode } from 'preact';
import type { Heading } from '../../../model/compiled-page.ts';
import { withWordBreaks } from '../../components/word-breaks.tsx';
import type { LayoutContext } from './layout-context.ts';
import { UiIcon } from './layout-icon.tsx';

interface Entry {
  heading: Heading;
  children: Entry[];
}

/** Headings in document order; renders nothing without headings. */
export function TableOfContents({ headings, context }: { headings: readonly Heading[]; context: LayoutContext }): VNode | null {
  if (headings.length === 0) return null;
  return (
    <nav id="table-of-contents" data-part="table-of-contents" aria-labelledby="table-of-contents-title">
      <p id="table-of-contents-title">
        <UiIcon name="text-align-start" />
        {context.strings.onThisPage}
      </p>
      <div id="table-of-contents-content" data-part="table-of-contents-content">
        <Level entries={nest(headings)} />
      </div>
    </nav>
  );
}

/** A collapsible list above the content, for narrow windows. */
export function CollapsedContents({ headings, context }: { headings: readonly Heading[]; context: LayoutContext }): VNode {
  return (
    <nav class="folded-contents" aria-label={context.strings.onThisPage}>
      <details>
        <summary>
          <UiIcon name="text-align-start" />
          {context.strings.onThisPage}
          <UiIcon name="chevron-right" />
        </summary>
        <Level entries={nest(headings)} />
      </details>
    </nav>
  );
}

function Level({ entries }: { entries: readonly Entry[] }): VNode {
  return (
    <ul>
      {entries.map(({ heading, children }) => (
        <li key={heading.id}>
          <a href={`#${encodeURIComponent(heading.id)}`}>{withWordBreaks(heading.text)}</a>
          {children.length > 0 && <Level entries={children} />}
        </li>
      ))}
    </ul>
  );
}

/** h2 h3 h3 h2 → [h2 [h3 h3]] [h2]; a jump from h2 to h4 nests once. */
function nest(headings: readonly Heading[]): Entry[] {
  const top: Entry[] = [];
  const open: Entry[] = [];
  for (const heading of headings) {
    const entry: Entry = { heading, children: [] };
    while (open.length > 0 && (open[open.length - 1] as Entry).heading.depth >= heading.depth) open.pop();
    (open[open.length - 1]?.children ?? top).push(entry);
    open.push(entry);
  }
  return top;
}
