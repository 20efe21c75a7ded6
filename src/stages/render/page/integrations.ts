/**
 * The services that a site can configure under `integrations`: one row each, with the script that it loads, its
 * settings, and the origins that it may contact. A page without services has no such script, and its policy allows none
 * of these origins.
 */

import type { SiteConfig } from '../../../model/site-config.ts';
import type { Consent, PageServices, ServiceLoad } from '../../../shared/site/integrations.ts';

interface Service {
  readonly load: (keys: Keys) => ServiceLoad;
  /** Origins in addition to that of the script. */
  readonly scripts?: readonly string[];
  readonly connect?: readonly string[] | ((keys: Keys) => readonly string[]);
  readonly frames?: readonly string[];
  /** A consent manager: it does not wait for consent. */
  readonly isManager?: true;
}

/** The keys of a service in docs.json, validated by the schema. */
type Keys = Readonly<Record<string, string | undefined>>;

const google = ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'];

const table: Readonly<Record<string, Service>> = {
  adobe: {
    load: ({ launchUrl = '' }) => ({ script: launchUrl }),
    connect: ['https://*.adobedc.net', 'https://*.demdex.net', 'https://*.omtrdc.net'],
  },
  amplitude: {
    load: ({ apiKey = '' }) => ({
      script: `https://cdn.amplitude.com/script/${part(apiKey)}.js`,
      calls: [{ path: 'amplitude.init', values: [apiKey] }],
    }),
    connect: ['https://*.amplitude.com'],
  },
  clarity: {
    load: ({ projectId = '' }) => ({ script: `https://www.clarity.ms/tag/${part(projectId)}`, queues: { clarity: { calls: [] } } }),
    scripts: ['https://*.clarity.ms'],
    connect: ['https://*.clarity.ms'],
  },
  clearbit: {
    load: ({ publicApiKey = '' }) => ({
      script: `https://tag.clearbitscripts.com/v1/${part(publicApiKey)}/tags.js`,
      attributes: { referrerpolicy: 'strict-origin-when-cross-origin' },
    }),
    scripts: ['https://x.clearbitjs.com'],
    connect: ['https://*.clearbit.com', 'https://*.clearbitjs.com'],
  },
  fathom: {
    load: ({ siteId = '' }) => ({ script: 'https://cdn.usefathom.com/script.js', attributes: { 'data-site': siteId } }),
    connect: ['https://cdn.usefathom.com'],
  },
  frontchat: {
    load: ({ snippetId = '' }) => ({
      script: 'https://chat-assets.frontapp.com/v1/chat.bundle.js',
      calls: [{ path: 'FrontChat', values: ['init', { chatId: snippetId, useDefaultLauncher: true }] }],
    }),
    connect: ['https://*.frontapp.com', 'wss://*.frontapp.com'],
    frames: ['https://*.frontapp.com'],
  },
  ga4: {
    load: ({ measurementId = '' }) => ({
      script: `https://www.googletagmanager.com/gtag/js?id=${part(measurementId)}`,
      queues: {
        gtag: {
          into: 'dataLayer',
          calls: [
            ['js', '{now}'],
            ['config', measurementId],
          ],
        },
      },
    }),
    connect: google,
  },
  gtm: {
    load: ({ tagId = '' }) => ({
      script: `https://www.googletagmanager.com/gtm.js?id=${part(tagId)}`,
      lists: { dataLayer: { items: [{ 'gtm.start': '{now}', event: 'gtm.js' }] } },
    }),
    scripts: ['https://*.googletagmanager.com'],
    connect: google,
    frames: ['https://www.googletagmanager.com'],
  },
  heap: {
    load: ({ appId = '' }) => ({
      script: `https://cdn.heapanalytics.com/js/heap-${part(appId)}.js`,
      lists: { heap: { items: [], properties: { appid: appId, config: {} } } },
    }),
    connect: ['https://heapanalytics.com', 'https://*.heapanalytics.com'],
  },
  hightouch: {
    load: ({ writeKey = '', apiHost = 'us-east-1.hightouch-events.com' }) => ({
      script: 'https://cdn.hightouch-events.com/browser/release/v1-latest/events.min.js',
      lists: { htevents: { items: [['page']], properties: { _writeKey: writeKey, _loadOptions: { apiHost } } } },
    }),
    connect: ({ apiHost = 'us-east-1.hightouch-events.com' }) => ['https://cdn.hightouch-events.com', originOf(apiHost)],
  },
  hotjar: {
    load: ({ hjid = '', hjsv = '' }) => ({
      script: `https://static.hotjar.com/c/hotjar-${part(hjid)}.js?sv=${part(hjsv)}`,
      globals: { _hjSettings: { hjid: Number(hjid), hjsv: Number(hjsv) } },
      queues: { hj: { calls: [] } },
    }),
    scripts: ['https://script.hotjar.com'],
    connect: ['https://*.hotjar.com', 'https://*.hotjar.io', 'wss://*.hotjar.com'],
    frames: ['https://vars.hotjar.com'],
  },
  intercom: {
    load: ({ appId = '' }) => ({
      script: `https://widget.intercom.io/widget/${part(appId)}`,
      globals: { intercomSettings: { app_id: appId } },
      queues: { Intercom: { calls: [['boot', { app_id: appId }]] } },
    }),
    scripts: ['https://js.intercomcdn.com'],
    connect: ['https://*.intercom.io', 'wss://*.intercom.io', 'https://*.intercomcdn.com'],
    frames: ['https://*.intercom.io', 'https://intercom-sheets.com'],
  },
  koala: {
    load: ({ publicApiKey = '' }) => ({
      script: `https://cdn.getkoala.com/v1/${part(publicApiKey)}/sdk.js`,
      lists: { ko: { items: [] } },
    }),
    connect: ['https://*.getkoala.com'],
  },
  logrocket: {
    load: ({ appId = '' }) => ({
      script: 'https://cdn.logrocket.io/LogRocket.min.js',
      attributes: { crossorigin: 'anonymous' },
      calls: [{ path: 'LogRocket.init', values: [appId] }],
    }),
    scripts: ['https://*.logrocket.io', 'https://*.lr-in-prod.com'],
    connect: ['https://*.logrocket.io', 'https://*.lr-ingest.io', 'https://*.lr-in.com', 'https://*.lr-in-prod.com'],
  },
  mixpanel: {
    load: ({ projectToken = '', region }) => ({
      script: 'https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js',
      lists: {
        mixpanel: {
          items: [],
          properties: { __SV: 1.2, _i: [[projectToken, { api_host: mixpanelHost(region), track_pageview: true }, 'mixpanel']] },
        },
      },
    }),
    connect: ({ region }) => [mixpanelHost(region), 'https://cdn.mxpnl.com'],
  },
  onetrust: {
    load: ({ domainScript = '', scriptSource = 'https://cdn.cookielaw.org/scripttemplates/otSDKStub.js' }) => ({
      script: scriptSource,
      attributes: { 'data-domain-script': domainScript },
    }),
    scripts: ['https://cdn.cookielaw.org'],
    connect: ['https://cdn.cookielaw.org', 'https://*.onetrust.com'],
    isManager: true,
  },
  pirsch: {
    load: ({ id = '' }) => ({ script: 'https://api.pirsch.io/pa.js', attributes: { id: 'pianjs', 'data-code': id } }),
    connect: ['https://api.pirsch.io'],
  },
  plausible: {
    load: ({ domain = '', server = 'plausible.io' }) => ({
      script: `${originOf(server)}/js/script.js`,
      attributes: { 'data-domain': domain },
    }),
    connect: ({ server = 'plausible.io' }) => [originOf(server)],
  },
  posthog: {
    load: ({ apiKey = '', apiHost = 'https://us.i.posthog.com', sessionRecording }) => ({
      script: `${posthogAssets(apiHost)}/static/array.js`,
      attributes: { crossorigin: 'anonymous' },
      lists: {
        posthog: {
          items: [],
          properties: {
            __SV: 1,
            _i: [[apiKey, { api_host: apiHost, disable_session_recording: String(sessionRecording) !== 'true' }, 'posthog']],
          },
        },
      },
    }),
    scripts: ['https://*.posthog.com'],
    connect: ({ apiHost = 'https://us.i.posthog.com' }) => [originOf(apiHost), posthogAssets(apiHost), 'https://*.posthog.com'],
  },
  segment: {
    load: ({ key = '', cdnUrl = 'https://cdn.segment.com' }) => ({
      script: `${cdnUrl.replace(/\/+$/, '')}/analytics.js/v1/${part(key)}/analytics.min.js`,
      lists: { analytics: { items: [['page']], properties: { _writeKey: key, _cdn: cdnUrl } } },
    }),
    connect: ({ cdnUrl = 'https://cdn.segment.com' }) => [originOf(cdnUrl), 'https://api.segment.io', 'https://*.segment.com'],
  },
  transcend: {
    load: ({ bundleId = '' }) => ({
      script: `https://transcend-cdn.com/cm/${part(bundleId)}/airgap.js`,
      attributes: { 'data-cfasync': 'false' },
    }),
    connect: ['https://transcend-cdn.com', 'https://*.transcend.io'],
    isManager: true,
  },
};

/** The data for pages (`page`), and the origins that their policy must allow: sorted and unique. */
export interface SiteServices {
  /** Written into each page as data; the loader reads it (`browser/shell/integrations.ts`). */
  readonly page: PageServices;
  readonly scriptOrigins: readonly string[];
  readonly connectOrigins: readonly string[];
  readonly frameOrigins: readonly string[];
}

/** The configured services; undefined when there are none. */
export function siteServices({ integrations }: Pick<SiteConfig, 'integrations'>): SiteServices | undefined {
  const used = Object.entries(integrations).flatMap(([name, keys]) => {
    const service = Object.hasOwn(table, name) ? table[name] : undefined;
    return service ? [{ service, keys: keys as Keys }] : [];
  });
  if (used.length === 0) return undefined;
  const loads = used.map(({ service, keys }) => ({ isManager: service.isManager === true, load: service.load(keys) }));
  const loadsOf = (isManager: boolean) => loads.filter((each) => each.isManager === isManager).map(({ load }) => load);
  return {
    page: { managers: loadsOf(true), services: loadsOf(false), consents: consents(integrations) },
    scriptOrigins: unique([...loads.map(({ load }) => originOf(load.script)), ...used.flatMap(({ service }) => service.scripts ?? [])]),
    connectOrigins: unique(
      used.flatMap(({ service: { connect = [] }, keys }) => (typeof connect === 'function' ? connect(keys) : connect)),
    ),
    frameOrigins: unique(used.flatMap(({ service }) => service.frames ?? [])),
  };
}

function consents({ cookies, onetrust, transcend }: SiteConfig['integrations']): Consent[] {
  const found: Consent[] = [];
  if (typeof cookies?.key === 'string') found.push({ kind: 'stored', key: cookies.key, value: String(cookies.value ?? '') });
  if (typeof onetrust?.categoryId === 'string') found.push({ kind: 'onetrust', category: onetrust.categoryId });
  if (typeof transcend?.analyticsPurpose === 'string') found.push({ kind: 'transcend', purpose: transcend.analyticsPurpose });
  return found;
}

function mixpanelHost(region: string | undefined): string {
  return region === 'eu' || region === 'in' ? `https://api-${region}.mixpanel.com` : 'https://api-js.mixpanel.com';
}

/** PostHog's own cloud serves scripts from separate hosts; a proxy serves them itself. */
function posthogAssets(apiHost: string): string {
  const origin = originOf(apiHost);
  return origin
    .replace(/^https:\/\/(us|eu)(?:\.i)?\.posthog\.com$/, 'https://$1-assets.i.posthog.com')
    .replace('https://app.posthog.com', 'https://us-assets.i.posthog.com');
}

/** The origin of a URL, or of a host without scheme. Empty for other text, which policies do not accept. */
function originOf(address: string): string {
  const origin = URL.parse(/^https?:\/\//i.test(address) ? address : `https://${address}`)?.origin;
  return origin === undefined || origin === 'null' ? '' : origin;
}

function part(text: string): string {
  return encodeURIComponent(text);
}

function unique(origins: readonly string[]): string[] {
  return [...new Set(origins)].filter((origin) => origin !== '').sort();
}
