/** A site in French and Persian in a real browser: what the scripts say is in the language of the page. */
import { expect, test } from 'vitest';
import { describeInBrowser } from '../harness/browser.ts';
import { sharedSite } from '../harness/shared.ts';

const api = {
  openapi: '3.1.0',
  info: { title: 'Ports', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/ships/{id}': {
      get: {
        summary: 'Ship',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'OK' } },
      },
    },
  },
};

describeInBrowser('in another language', { timeout: 60_000 }, () => {
  const site = sharedSite({
    'docs.json': JSON.stringify({
      theme: 'mint',
      name: 'Test',
      colors: { primary: '#16a34a' },
      interaction: { drilldown: true },
      navigation: {
        languages: [
          { language: 'fr', groups: [{ group: 'Port', pages: ['fr/ship', { group: 'Plus', pages: ['fr/first', 'fr/second'] }] }] },
          { language: 'fa', pages: ['fa/ship'] },
        ],
      },
    }),
    'api.json': JSON.stringify(api),
    'fr/ship.mdx': '---\ntitle: Navire\nopenapi: GET /ships/{id}\n---\n',
    'fr/first.mdx': '---\ntitle: Premier\n---\n\nTexte.\n',
    'fr/second.mdx': '---\ntitle: Second\n---\n\nTexte.\n',
    'fa/ship.mdx': '---\ntitle: کشتی\nopenapi: GET /ships/{id}\n---\n',
  });

  test.each([
    ['fr', 'Essayer', 'Envoyer', 'id est obligatoire'],
    ['fa', 'امتحان کنید', 'فرستادن', 'id الزامی است'],
  ])('the playground speaks %s', async (language, open, send, missing) => {
    const { page, close } = await site.visit(`/${language}/ship`);
    await page.getByRole('button', { name: open }).first().click();
    const dialog = page.locator('dialog.playground-dialog[open]');
    await dialog.getByRole('button', { name: send, exact: true }).click();
    await dialog.getByText(missing).first().waitFor();
    expect(await dialog.innerText()).not.toMatch(/\b(Send|Path|Response|required|Close|Copy)\b/);
    await close();
  });

  test('a title goes to the first page of its group where docs.json asks for that, and opens it', async () => {
    const { page, close } = await site.visit('/fr/ship');
    await page.locator('#sidebar').getByRole('link', { name: 'Plus' }).click();
    await page.waitForURL(/\/fr\/first/);
    await page.locator('#sidebar').getByRole('link', { name: 'Second' }).waitFor();
    await close();
  });
});
