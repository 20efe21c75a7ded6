/** Why a request was not sent: a bar below the head, where it is seen whatever is scrolled. */

import type { PlaygroundWord } from '../../shared/playground/playground-messages.ts';
import { button, element, fill } from './dom.ts';
import { say } from './translate.ts';

/** An empty list takes the bar away; the same words are said once. */
export interface ProblemList {
  readonly node: HTMLElement;
  /** `anyway` = it can be sent all the same. */
  show(problems: readonly string[], anyway?: () => void): void;
}

/** `title` is what the bar says when nothing can be sent all the same. */
export function problemList(title: PlaygroundWord = 'refused'): ProblemList {
  const node = element('div', { class: 'playground-faults', role: 'alert' });
  return {
    node,
    show(problems, anyway) {
      const words = [...new Set(problems)];
      if (words.length === 0) return fill(node);
      fill(
        node,
        element('p', {}, anyway ? say('notYet') : `${say(title)}:`),
        element('ul', {}, ...words.map((text) => element('li', {}, text))),
        anyway && button(say('sendAnyway'), 'playground-button', anyway),
      );
    },
  };
}
