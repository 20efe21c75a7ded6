/** Every way to a token, in a real browser against an authorization server that keeps to the rules. */
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { caseSite } from '../../../cases/playground/case-site.ts';
import { fillValue, openPlayground } from '../../../cases/playground/fill-form.ts';
import { type AuthorizationServer, startAuthorizationServer } from '../../../harness/authorization-server.ts';
import { describeInBrowser, openBrowser } from '../../../harness/browser.ts';
import { startEchoServer } from '../../../harness/echo-server.ts';
import { shared } from '../../../harness/shared.ts';

describeInBrowser('getting a token', { timeout: 60_000 }, () => {
  const server: AuthorizationServer = shared(() => startAuthorizationServer(() => [`${site.origin}/_docsgen/sign-in.html`]));
  const echo = shared(startEchoServer);
  const site = shared(() => {
    const at = server.origin;
    const scopes = { read: 'Read', forbidden: 'Nobody may' };
    const [authorizationUrl, tokenUrl, deviceAuthorizationUrl] = [`${at}/authorize`, `${at}/token`, `${at}/device`];
    const flows = {
      code: { authorizationCode: { authorizationUrl, tokenUrl, scopes } },
      implicit: { implicit: { authorizationUrl, scopes } },
      credentials: { clientCredentials: { tokenUrl, scopes } },
      password: { password: { tokenUrl, scopes } },
      device: { deviceAuthorization: { deviceAuthorizationUrl, tokenUrl, scopes } },
      stalled: { clientCredentials: { tokenUrl: `${at}/stalled`, scopes } },
      relative: { clientCredentials: { tokenUrl: '/token', scopes } },
    };
    const page = (id: string, scheme: object, rest: object = {}) => ({
      id,
      group: 'oauth',
      openapi: '3.2.0',
      input: {},
      expect: {},
      spec: { method: 'get', path: '/me', securitySchemes: { o: scheme }, security: [{ o: ['read'] }], ...rest },
    });
    const cases = [
      ...Object.entries(flows).map(([id, flow]) =>
        page(id, { type: 'oauth2', flows: flow }, id === 'relative' ? { servers: [{ url: `${at}/v1` }] } : {}),
      ),
      page('discovery', { type: 'openIdConnect', openIdConnectUrl: `${at}/.well-known/openid-configuration` }),
      page('no-discovery', { type: 'openIdConnect', openIdConnectUrl: `${at}/nothing-here` }),
    ];
    return caseSite(cases, echo);
  });
  const browser = shared(openBrowser);
  let context: BrowserContext;
  let page: Page;
  let dialog: Locator;

  beforeEach(async () => {
    context = await browser.newContext();
    context.setDefaultTimeout(10_000);
    page = await context.newPage();
    server.refused.length = 0;
    server.userCodes.length = 0;
  });
  afterEach(() => context.close());

  async function open(id: string): Promise<void> {
    await page.goto(site.page(id));
    dialog = await openPlayground(page);
    await dialog.getByText('Get a token').click();
  }
  const fill = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) await fillValue(dialog, label, text);
  };
  const get = () => dialog.getByRole('button', { name: 'Get token' }).click();
  /** Sends with the token, and says what it stands for. */
  async function sentToken(): Promise<{ readonly client: string; readonly scope: string } | undefined> {
    await dialog.getByText('Token received. Valid for 60 minutes.').waitFor();
    await page.bringToFront();
    echo.take();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByRole('region', { name: 'Response' }).waitFor();
    const authorization = new Map(echo.take().at(-1)?.headers).get('authorization') ?? '';
    return server.inspect(/^Bearer (\w+)$/.exec(authorization)?.[1] ?? '');
  }

  test.each<[string, Record<string, string>, string]>([
    ['code', { 'Client ID': 'page' }, 'page'],
    ['code', { 'Client ID': 'service', 'Client secret': 's e:c%ret' }, 'service'],
    ['implicit', { 'Client ID': 'page' }, 'page'],
    ['credentials', { 'Client ID': 'service', 'Client secret': 's e:c%ret' }, 'service'],
    ['credentials', { 'Client ID': 'strict', 'Client secret': 'only-in-the-header' }, 'strict'],
    ['password', { 'Client ID': 'page', Username: 'ada', Password: 'pä ss&word' }, 'page'],
  ])('%s as %j', async (id, fields, client) => {
    await open(id);
    await fill(fields);
    await get();
    expect(await sentToken()).toEqual({ client, scope: 'read' });
    expect(server.refused.filter((error) => error !== 'invalid_client')).toEqual([]);
  });

  test('device: shows the code and waits until it is entered', async () => {
    await open('device');
    await fill({ 'Client ID': 'page' });
    await get();
    await dialog.getByText(/Enter the code [0-9A-F]{6} at:/).waitFor();
    expect(await dialog.getByRole('link', { name: /\/activate$/ }).getAttribute('rel')).toContain('noopener');
    server.enterCode(server.userCodes[0] ?? '');
    expect(await sentToken()).toEqual({ client: 'page', scope: 'read' });
  });

  test('device: says that it was refused', async () => {
    await open('device');
    await fill({ 'Client ID': 'page' });
    await get();
    await dialog.getByText(/Enter the code/).waitFor();
    server.enterCode(server.userCodes[0] ?? '', false);
    await dialog.getByText('No token: access_denied, about access_denied').waitFor();
  });

  test('device: can be given up', async () => {
    await open('device');
    await fill({ 'Client ID': 'page' });
    await get();
    await dialog.getByText(/Enter the code/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await dialog.getByText('Cancelled', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Get token' }).waitFor();
  });

  test('can be cancelled while the answer arrives', async () => {
    await open('stalled');
    const answer = page.waitForResponse(/\/stalled$/);
    await get();
    await answer;
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await dialog.getByText('Cancelled', { exact: true }).waitFor();
  });

  test('OpenID Connect: finds the addresses, by code and by device', async () => {
    await open('discovery');
    await fill({ 'Client ID': 'page' });
    await get();
    expect(await sentToken()).toEqual({ client: 'page', scope: 'openid read' });
    await dialog.getByLabel('Flow', { exact: true }).selectOption({ label: 'Device' });
    await get();
    await dialog.getByText(/Enter the code/).waitFor();
    server.enterCode(server.userCodes[0] ?? '');
    expect(await sentToken()).toEqual({ client: 'page', scope: 'openid read' });
  });

  test('OpenID Connect: says that the document cannot be used', async () => {
    await open('no-discovery');
    await get();
    await dialog.getByText(/contains no (?:token|authorization) URL|could not be read/).waitFor();
  });

  test('an address without an origin belongs to the API', async () => {
    await open('relative');
    await fill({ 'Client ID': 'service', 'Client secret': 's e:c%ret' });
    await get();
    await dialog.getByText(/Token received/).waitFor();
  });

  test('shows the error message of the server', async () => {
    await open('code');
    await fill({ 'Client ID': 'page' });
    await dialog.getByLabel('forbidden', { exact: true }).check();
    await get();
    await dialog.getByText('No token: invalid_scope, not for you').waitFor();
    await open('credentials');
    await fill({ 'Client ID': 'service', 'Client secret': 'wrong' });
    await get();
    await dialog.getByText('No token: invalid_client, about invalid_client').waitFor();
  });

  test('keeps the ID of the client for the tab, and no secret', async () => {
    await open('credentials');
    await fill({ 'Client ID': 'service', 'Client secret': 's e:c%ret' });
    await get();
    await dialog.getByText(/Token received/).waitFor();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('c%ret');
    await open('credentials');
    expect(await dialog.getByLabel('Client ID', { exact: true }).inputValue()).toBe('service');
    expect(await dialog.getByLabel('Client secret', { exact: true }).inputValue()).toBe('');
    expect(await dialog.getByLabel('Access token', { exact: true }).inputValue()).toBe('');
  });

  test('leaves no code or token where the sign-in came back to', async () => {
    await open('code');
    await fill({ 'Client ID': 'page' });
    const [popup] = await Promise.all([context.waitForEvent('page'), get()]);
    await dialog.getByText(/Token received/).waitFor();
    await expect.poll(() => popup.isClosed() || !/code=|state=/.test(popup.url())).toBe(true);
  });
});
