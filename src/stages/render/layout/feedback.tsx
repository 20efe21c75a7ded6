import type { VNode } from 'preact';
import type { Page } from '../../../model/page.ts';
import { feedbackMessages } from './feedback-messages.ts';
import type { LayoutContext } from './layout-context.ts';
import { UiIcon } from './layout-icon.tsx';

/**
 * Asks whether the page was helpful. Without scripts the browser sends the form; with them `browser/shell/feedback.ts`
 * does, and the reader stays on the page. Renders nothing without `docsgen.feedbackUrl`.
 */
export function Feedback({ page, context }: { page: Page; context: LayoutContext }): VNode | null {
  const { feedbackUrl } = context.config.docsgen;
  if (feedbackUrl === undefined) return null;
  const words = feedbackMessages(page.language);
  return (
    <form id="feedback" data-part="feedback" action={feedbackUrl} method="post" aria-labelledby="feedback-question">
      <input type="hidden" name="page" value={page.url} />
      <p id="feedback-question">{words.helpful}</p>
      <button type="submit" name="helpful" value="yes">
        <UiIcon name="thumbs-up" />
        {words.yes}
      </button>
      <button type="submit" name="helpful" value="no">
        <UiIcon name="thumbs-down" />
        {words.no}
      </button>
      <p role="status" data-thanks={words.thanks} />
    </form>
  );
}
