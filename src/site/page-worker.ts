/** A thread that makes pages beside the build: gets the site once, then orders, and answers each with what goes into the store. */
import { parentPort, workerData } from 'node:worker_threads';
import { Outbox } from '../cache/outbox.ts';
import { openListing } from '../files/listing.ts';
import { imageSizes } from './image-sizes.ts';
import { PageMaker, type PageOrder } from './page-maker.ts';
import { siteAnswers } from './page-questions.ts';
import { pageStore, type StoredPage } from './page-store.ts';
import type { ThreadAnswer, ThreadOrder, ThreadSite } from './page-thread.ts';
import { siteLinks } from './site-links.ts';

const site = workerData as ThreadSite;
const files = openListing(site.listing);
const outbox = new Outbox();
const answers = siteAnswers({ ...site, files, resolveLink: siteLinks(site) }, await imageSizes(files));
const maker = new PageMaker({ config: site.config, files }, answers, pageStore(outbox), site.settings);

parentPort?.on('message', (orders: readonly ThreadOrder[]) => {
  for (const { index, ...order } of orders) {
    const page = make(order);
    const parcel = outbox.take();
    const answer: ThreadAnswer = { index, ...(page && { made: { page, parcel } }) };
    parentPort?.postMessage(answer, page ? [parcel.bytes.buffer] : []);
  }
});

function make(order: PageOrder): StoredPage | undefined {
  try {
    return maker.make(order);
  } catch {
    return undefined;
  }
}
