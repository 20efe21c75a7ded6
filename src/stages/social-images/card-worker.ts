/** Worker thread: receives the design once, then texts, and answers each with the bytes of a PNG file. */
import { parentPort, workerData } from 'node:worker_threads';
import { type CardDesign, type CardText, createCardRenderer } from './draw-card.ts';

const make = createCardRenderer(workerData as CardDesign);

parentPort?.on('message', ({ name, text }: { readonly name: string; readonly text: CardText }) => {
  parentPort?.postMessage({ name, png: new Uint8Array(make(text)) });
});
