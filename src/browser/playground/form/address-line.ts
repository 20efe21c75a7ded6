/** The address that a form makes, with what is still open in it standing out. */
import { element, fill } from '../dom.ts';
import { say } from '../translate.ts';

/** Shows a URL in which `{name}` is still to be filled in. */
export interface AddressLine {
  readonly node: HTMLElement;
  show(url: string): void;
}

/** One for each panel; empty until `show`. */
export function addressLine(): AddressLine {
  // It scrolls, so the keyboard must be able to scroll it.
  const node = element('code', { class: 'playground-address', tabindex: 0, role: 'group', 'aria-label': say('address') });
  return {
    node,
    show(url) {
      fill(
        node,
        ...url.split(/(\{[^{}]*\})/).map((part) => (part.startsWith('{') ? element('span', { class: 'playground-blank' }, part) : part)),
      );
    },
  };
}
