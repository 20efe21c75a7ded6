/**
 * The script of pages with a playground, and of the page to which a sign-in returns. It is small: the dialog and the
 * printers of code samples load on first use, or when the browser is idle.
 */
import { playgroundTag } from '../../shared/playground/playground.ts';
import { deliverAnswer } from '../playground/credentials/sign-in-answer.ts';
import { startSamples } from '../playground/late-samples.ts';
import { LazyPlayground } from '../playground/lazy-playground.ts';

if (deliverAnswer()) document.body.replaceChildren(document.body.dataset.done ?? 'Signed in. This window can be closed.');
else {
  customElements.define(playgroundTag, LazyPlayground);
  startSamples();
}
