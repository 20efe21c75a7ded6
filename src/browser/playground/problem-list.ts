/** Why a request was not sent: a bar below the head, where it is seen whatever is scrolled. */

import type { PlaygroundWord } from '../../shared/playground/playground-messages.ts';
import { button, element, fill } from './dom.ts';
import { say } from './translate.ts';

/** An empty list takes the bar away; the same words are said once. */
export interface FaultList {
  readonly node: HTMLElement;
  /** `anyway` = it can be sent all the same. */
  show(faults: readonly string[], anyway?: () => void): void;
}

/** `title` is what the bar says when nothing can be sent all the same. */
export function faultList(title: PlaygroundWord = 'refused'): FaultList {
  const node = element('div', { class: 'playground-faults', role: 'alert' });
  return {
    node,
    show(faults, anyway) {
      const words = [...new Set(faults)];
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
