/** Shows why a request was not sent, in a bar below the header that is always visible. */

import type { PlaygroundWord } from '../../shared/playground/playground-messages.ts';
import { button, element, fill } from './dom.ts';
import { translate } from './translate.ts';

/** An empty list hides the bar; repeated messages are shown once. */
export interface ProblemList {
  readonly node: HTMLElement;
  /** `anyway` = the request can still be sent. */
  show(problems: readonly string[], anyway?: () => void): void;
}

/** `title` is the heading when nothing can be sent. */
export function problemList(title: PlaygroundWord = 'refused'): ProblemList {
  const node = element('div', { class: 'playground-faults', role: 'alert' });
  return {
    node,
    show(problems, anyway) {
      const words = [...new Set(problems)];
      if (words.length === 0) return fill(node);
      fill(
        node,
        element('p', {}, anyway ? translate('notYet') : `${translate(title)}:`),
        element('ul', {}, ...words.map((text) => element('li', {}, text))),
        anyway && button(translate('sendAnyway'), 'playground-button', anyway),
      );
    },
  };
}
