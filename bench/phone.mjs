// A phone-like page in its own browser context, with an empty cache.

/**
 * @param {import('playwright-core').Browser} browser
 * @param {{ isSlow: boolean }} options `isSlow`: 1.6 Mbit/s, 150 ms, four times slower CPU.
 */
export async function openPhone(browser, { isSlow }) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true, deviceScaleFactor: 1.75 });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  if (isSlow) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 2e5,
      uploadThroughput: 9e4,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  return { context, page, session };
}
