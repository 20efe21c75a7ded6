// Loads one page in a real browser with an empty cache, like a phone on a slow network (1.6 Mbit/s, 150 ms, four times
// slower CPU): requests, transferred bytes, largest contentful paint, total blocking time (tasks over 50 ms).
import { median } from './measure.mjs';
import { openPhone } from './phone.mjs';

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {number} runs
 */
export async function pageLoad(browser, url, runs) {
  const loads = [];
  for (let run = 0; run < runs; run++) loads.push(await load(browser, url));
  return Object.fromEntries(Object.keys(loads[0]).map((key) => [key, median(loads.map((each) => each[key]))]));
}

async function load(browser, url) {
  const { context, page, session } = await openPhone(browser, { isSlow: true });
  const types = new Map();
  const seen = { requests: 0, bytes: 0, scriptBytes: 0 };
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    seen.requests += 1;
    seen.bytes += encodedDataLength;
    if (types.get(requestId) === 'Script') seen.scriptBytes += encodedDataLength;
  });
  await page.addInitScript(() => {
    window.seen = { paint: 0, blocked: 0 };
    const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    watch('largest-contentful-paint', ({ startTime }) => {
      window.seen.paint = startTime;
    });
    watch('longtask', ({ duration }) => {
      window.seen.blocked += Math.max(0, duration - 50);
    });
  });
  const { status } = await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 }).then((answer) => ({ status: answer?.status() }));
  if (status !== 200) throw new Error(`${url} responds with ${status}`);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
  const timed = await page.evaluate(() => window.seen);
  await context.close();
  return { ...seen, ...timed };
}
