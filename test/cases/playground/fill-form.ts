/** Does what a reader does: finds fields by their names, as a screen reader tells them, and fills them. */
import type { Browser, Locator, Page } from 'playwright-core';
import type { EchoedRequest, EchoServer } from '../../harness/echo-server.ts';
import type { Any, PlaygroundCase } from './playground-case.ts';

const sections: Readonly<Record<string, string>> = {
  path: 'Path',
  query: 'Query',
  querystring: 'Query string',
  header: 'Headers',
  cookie: 'Cookies',
};

/** Opens the playground of the page. */
export async function openPlayground(page: Page): Promise<Locator> {
  await page.locator('docs-playground .playground-open').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

/** Opens a page and its playground, fills that and sends: the request as it came to `echo`. */
export async function sentFrom(
  { browser, echo }: { readonly browser: Browser; readonly echo: EchoServer },
  url: string,
  fill: (dialog: Locator) => Promise<unknown>,
): Promise<EchoedRequest | undefined> {
  const page = await browser.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(url);
  const dialog = await openPlayground(page);
  echo.take();
  await fill(dialog);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.getByRole('region', { name: 'Response' }).waitFor();
  const request = echo.take().at(-1);
  await page.close();
  return request;
}

export async function fillForm(page: Page, dialog: Locator, { spec, input }: PlaygroundCase): Promise<void> {
  if (input.server_index !== undefined)
    await dialog
      .getByLabel('Server', { exact: true })
      .last()
      .selectOption({ index: input.server_index as number });
  for (const [name, value] of Object.entries((input.server_variables ?? {}) as Record<string, Any>))
    await fillValue(group(dialog, 'Server').or(dialog).first(), name, value);
  for (const [place, values] of Object.entries((input.params ?? {}) as Record<string, Record<string, Any>>)) {
    const section = group(dialog, sections[place] as string);
    for (const [name, value] of Object.entries(values)) await fillValue(section, name, value);
  }
  if (input.auth) await fillCredentials(page, dialog, spec, input.auth);
  if (input.body) await fillBody(dialog, input.body);
}

export function group(scope: Locator, name: string): Locator {
  return scope.getByRole('group', { name, exact: true });
}

/** `null` leaves the field untouched. */
export async function fillValue(scope: Locator, name: string, value: Any): Promise<void> {
  if (value === null) return;
  if (isFile(value) || (Array.isArray(value) && value.length > 0 && value.every(isFile))) {
    const files = [value]
      .flat()
      .map((file: Any) => ({ name: file.file, mimeType: file.type ?? 'text/plain', buffer: Buffer.from(file.text ?? '') }));
    await scope.getByLabel(name, { exact: true }).setInputFiles(files);
    return;
  }
  const frame = group(scope, name);
  if (typeof value === 'object' && value !== null && (await frame.count()) > 0) {
    if (!Array.isArray(value)) {
      for (const [key, item] of Object.entries(value)) await fillValue(frame.first(), key, item);
      return;
    }
    for (const [index, item] of value.entries()) {
      const row = `${name} ${index + 1}`;
      if ((await frame.getByLabel(row, { exact: true }).count()) === 0)
        await frame.getByRole('button', { name: `Add ${name}`, exact: true }).click();
      await fillValue(frame, row, item);
    }
    return;
  }
  const control = scope.getByLabel(name, { exact: true }).first();
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const empty = scope.getByLabel(`Send ${name} empty`, { exact: true });
  // A field that cannot be sent empty stays untouched.
  if (text === '') await ((await empty.count()) > 0 ? empty.check() : control.fill(''));
  else if ((await control.evaluate((node) => node.tagName)) === 'SELECT') await control.selectOption({ label: text });
  else await control.fill(text);
}

async function fillCredentials(page: Page, dialog: Locator, spec: Any, auth: Any): Promise<void> {
  const section = group(dialog, 'Authorization');
  const index = auth.choose ?? 0;
  if (spec.security.length > 1) await section.getByLabel('Authorize with', { exact: true }).selectOption({ index });
  for (const name of Object.keys(spec.security[index])) {
    const scheme = spec.securitySchemes[name];
    const value = auth[name];
    const frame = group(section, name);
    const fill = (label: string, text: string) => frame.getByLabel(label, { exact: true }).fill(text);
    if (typeof value === 'string') {
      const isToken = scheme.type === 'oauth2' || scheme.type === 'openIdConnect';
      await fill(scheme.type === 'apiKey' ? scheme.name : isToken ? 'Access token' : 'Token', value);
    } else if (value.flow === undefined) {
      await fill('Username', value.username);
      await fill('Password', value.password);
    } else {
      await frame.getByText('Get a token').click();
      await fill('Client ID', value.client_id ?? '');
      if (value.client_secret) await fill('Client secret', value.client_secret);
      if (value.username) await fill('Username', value.username);
      if (value.password) await fill('Password', value.password);
      await frame.getByRole('button', { name: 'Get token' }).click();
      await frame.getByText('Token received.').waitFor({ timeout: 10_000 });
      await page.bringToFront();
    }
  }
}

async function fillBody(dialog: Locator, body: Any): Promise<void> {
  const section = group(dialog, 'Body').first();
  if (body.choose_type) await section.getByLabel('Content type', { exact: true }).selectOption({ label: body.choose_type });
  if (body.use_example) await section.getByRole('button', { name: 'Use example' }).click();
  if (body.raw !== undefined) {
    await showAsText(section);
    await section.getByLabel('Body', { exact: true }).last().fill(body.raw);
  }
  for (const [name, value] of Object.entries((body.form ?? {}) as Record<string, Any>)) await fillValue(section, name, value);
  if (body.file) await fillValue(section, 'Body', body.file);
}

/** A body with fields opens as a form. */
async function showAsText(section: Locator): Promise<void> {
  const choice = section.getByRole('radio', { name: 'JSON', exact: true });
  if ((await choice.count()) > 0) await choice.check();
}

function isFile(value: Any): boolean {
  return typeof value === 'object' && value !== null && typeof value.file === 'string';
}
