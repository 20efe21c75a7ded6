/** Shows the URL of the request, with open placeholders highlighted. */
import { element, fill } from '../dom.ts';
import { translate } from '../translate.ts';

/** Shows a URL that may contain `{name}` placeholders. */
export interface AddressLine {
  readonly node: HTMLElement;
  show(url: string): void;
}

/** One instance for each panel; empty until `show`. */
export function addressLine(): AddressLine {
  // Focusable, so that it can be scrolled by keyboard.
  const node = element('code', { class: 'playground-address', tabindex: 0, role: 'group', 'aria-label': translate('address') });
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
