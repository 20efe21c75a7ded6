// The work of a page's main thread until its largest contentful paint, from a trace: milliseconds of CPU time by kind.
// Unlike wall-clock time it hardly depends on the load of the host.
import { openPhone } from './phone.mjs';

const categories = ['devtools.timeline', 'blink.user_timing', 'blink', 'loading', 'fonts', 'v8'];

/** Kind of work → names of trace events. Nested events of another kind are counted there. */
const kinds = {
  html: /^(?:ParseHTML|HTML(?:DocumentParser|PreloadScanner)::)/,
  css: /^(?:CSSParserImpl|RuleSet)::/,
  style: /^(?:UpdateLayoutTree$|StyleEngine::|Document::(?:recalcStyle|rebuildLayoutTree|update(?:Active)?Style))/,
  layout: /^(?:Layout$|LocalFrameView::(?:layout|performLayout))/,
  text: /^(?:InlineNode::ShapeText|Font|BeginRemoteFontLoad|WebSandboxSupportLinux::)/,
  paint: /^(?:(?:Pre)?Paint|Commit$|Blink\.(?:PrePaint|Paint|CompositingInputs)|WebFrameWidgetImpl::UpdateLifecycle|PaintArtifact)/,
  script: /^(?:v8\.|EvaluateScript|FunctionCall)/,
};

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {{ isSlow: boolean }} options
 * @returns {Promise<Record<string, number>>} the kinds, `other`, and the sum of all (`all`)
 */
export async function workUntilPaint(browser, url, { isSlow }) {
  const { context, page } = await openPhone(browser, { isSlow });
  await browser.startTracing(page, { categories });
  await page.goto(url, { waitUntil: 'networkidle' });
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  await context.close();
  const start = traceEvents.findLast(({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url);
  const isOfPage = ({ pid, ts }) => pid === start.pid && ts > start.ts;
  const end = traceEvents.findLast((event) => event.name === 'largestContentfulPaint::Candidate' && isOfPage(event)).ts;
  const events = traceEvents.filter((event) => event.ph === 'X' && event.tid === start.tid && event.ts < end && isOfPage(event));
  return sums(events);
}

/** Self time of each event: its duration minus that of nested events. */
function sums(events) {
  const work = Object.fromEntries([...Object.keys(kinds), 'other', 'all'].map((kind) => [kind, 0]));
  const around = [];
  for (const { name, ts, dur, tdur = dur } of events.sort((a, b) => a.ts - b.ts || b.dur - a.dur)) {
    while (around.length > 0 && around.at(-1).end <= ts) around.pop();
    const outer = around.at(-1);
    const kind = Object.keys(kinds).find((key) => kinds[key].test(name)) ?? outer?.kind ?? 'other';
    if (outer) work[outer.kind] -= tdur / 1000;
    else work.all += tdur / 1000;
    work[kind] += tdur / 1000;
    around.push({ kind, end: ts + dur });
  }
  return work;
}
