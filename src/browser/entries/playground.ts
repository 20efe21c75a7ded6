/** The script of pages with a playground, and of the page to which a sign-in returns. */
import { playgroundTag } from '../../shared/playground/playground.ts';
import { deliverAnswer } from '../playground/credentials/oauth.ts';
import { DocsPlayground } from '../playground/playground-element.ts';

if (deliverAnswer()) document.body.replaceChildren(document.body.dataset.done ?? 'Signed in. This window can be closed.');
else customElements.define(playgroundTag, DocsPlayground);
