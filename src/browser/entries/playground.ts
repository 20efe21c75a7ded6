/** The script of pages that have a playground, and of the page that a sign-in comes back to. */
import { playgroundTag } from '../../shared/playground/playground.ts';
import { deliverAnswer } from '../playground/credentials/oauth.ts';
import { DocsPlayground } from '../playground/playground-element.ts';

if (deliverAnswer()) document.body.replaceChildren(document.body.dataset.done ?? 'Signed in. This window can be closed.');
else customElements.define(playgroundTag, DocsPlayground);
