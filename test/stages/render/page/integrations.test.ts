import { describe, expect, test } from 'vitest';
import { siteServices } from '../../../../src/stages/render/page/integrations.ts';
import { contentSecurityPolicy } from '../../../../src/stages/render/security-policy.ts';

/** The keys of each service with the script that they load. */
const services: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
  ['adobe', { launchUrl: 'https://assets.adobedtm.com/a/launch-b.min.js' }, 'https://assets.adobedtm.com/a/launch-b.min.js'],
  ['amplitude', { apiKey: 'k' }, 'https://cdn.amplitude.com/script/k.js'],
  ['clarity', { projectId: 'p' }, 'https://www.clarity.ms/tag/p'],
  ['clearbit', { publicApiKey: 'k' }, 'https://tag.clearbitscripts.com/v1/k/tags.js'],
  ['fathom', { siteId: 's' }, 'https://cdn.usefathom.com/script.js'],
  ['frontchat', { snippetId: 'abcdef' }, 'https://chat-assets.frontapp.com/v1/chat.bundle.js'],
  ['ga4', { measurementId: 'G-1' }, 'https://www.googletagmanager.com/gtag/js?id=G-1'],
  ['gtm', { tagId: 'GTM-1' }, 'https://www.googletagmanager.com/gtm.js?id=GTM-1'],
  ['heap', { appId: '1' }, 'https://cdn.heapanalytics.com/js/heap-1.js'],
  ['hightouch', { writeKey: 'k' }, 'https://cdn.hightouch-events.com/browser/release/v1-latest/events.min.js'],
  ['hotjar', { hjid: '1', hjsv: '6' }, 'https://static.hotjar.com/c/hotjar-1.js?sv=6'],
  ['intercom', { appId: 'abcdef' }, 'https://widget.intercom.io/widget/abcdef'],
  ['koala', { publicApiKey: 'pk' }, 'https://cdn.getkoala.com/v1/pk/sdk.js'],
  ['logrocket', { appId: 'a/b' }, 'https://cdn.logrocket.io/LogRocket.min.js'],
  ['mixpanel', { projectToken: 't', region: 'eu' }, 'https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js'],
  ['onetrust', { domainScript: 'd' }, 'https://cdn.cookielaw.org/scripttemplates/otSDKStub.js'],
  ['pirsch', { id: 'i' }, 'https://api.pirsch.io/pa.js'],
  ['plausible', { domain: 'd.com', server: 'stats.d.com' }, 'https://stats.d.com/js/script.js'],
  ['posthog', { apiKey: 'phc_1', apiHost: 'https://eu.i.posthog.com' }, 'https://eu-assets.i.posthog.com/static/array.js'],
  ['segment', { key: 'k', cdnUrl: 'https://cdn.d.com/' }, 'https://cdn.d.com/analytics.js/v1/k/analytics.min.js'],
  ['transcend', { bundleId: 'b' }, 'https://transcend-cdn.com/cm/b/airgap.js'],
];

describe.each(services)('%s', (name, keys, script) => {
  const found = siteServices({ integrations: { [name]: keys } });

  test('should load its script, which the policy names', () => {
    const loads = [...(found?.page.managers ?? []), ...(found?.page.services ?? [])];
    expect(loads.map((load) => load.script)).toEqual([script]);
    expect(found?.scriptOrigins).toContain(new URL(script).origin);
  });

  test('should name origins that a policy takes, and hand its keys over', () => {
    const { scriptOrigins = [], connectOrigins = [], frameOrigins = [], page } = found ?? {};
    const policy = contentSecurityPolicy({
      inlineScripts: [],
      inlineStyles: [],
      scriptOrigins,
      frameOrigins,
      trustedConnections: connectOrigins,
      fontOrigins: [],
      writesHtml: true,
    });
    for (const origin of [...scriptOrigins, ...connectOrigins, ...frameOrigins]) expect(policy).toContain(` ${origin}`);
    const reported = JSON.stringify(page) + connectOrigins.join(' ');
    for (const value of Object.values(keys)) expect(reported).toContain(String(value).replace(/^https:\/\/|\/$/g, ''));
  });
});

test.each([
  ['none', {}],
  ['settings alone', { telemetry: { enabled: false }, cookies: { key: 'a', value: 'b' } }],
])('should be nothing on a site with %s', (_, integrations) => {
  expect(siteServices({ integrations })).toBeUndefined();
});

test('should hold back what measures until all consents are given, but not what asks for them', () => {
  const { page } = siteServices({
    integrations: {
      ga4: { measurementId: 'G-1' },
      onetrust: { domainScript: 'd', categoryId: 'C2' },
      transcend: { bundleId: 'b', analyticsPurpose: 'Analytics' },
      cookies: { key: 'consent', value: 'yes' },
    },
  }) as NonNullable<ReturnType<typeof siteServices>>;
  expect(page.consents).toEqual([
    { kind: 'stored', key: 'consent', value: 'yes' },
    { kind: 'onetrust', category: 'C2' },
    { kind: 'transcend', purpose: 'Analytics' },
  ]);
  expect([page.managers.length, page.services.length]).toEqual([2, 1]);
});

test('should keep keys from leaving their place in an address', () => {
  const { page } = siteServices({ integrations: { clarity: { projectId: '../x?a"b' } } }) as NonNullable<ReturnType<typeof siteServices>>;
  expect(page.services[0]?.script).toBe('https://www.clarity.ms/tag/..%2Fx%3Fa%22b');
});
