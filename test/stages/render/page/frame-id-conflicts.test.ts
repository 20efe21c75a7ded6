import { describe, expect, test } from 'vitest';
import { renderedSite, stubs } from '../rendered-site.ts';

const wanted = ['header', 'banner', 'footer', 'sidebar', 'content', 'panel', 'pagination', 'table-of-contents', 'request-example'];

describe('the ids of the frame', () => {
  const docs = { navigation: { pages: ['a', 'b'] }, banner: { content: 'News' }, footer: { socials: { github: 'https://github.com/x' } } };

  test('should be there for the styles of authors', async () => {
    const html = (await renderedSite(docs, stubs('a', 'b'))).page('a', { html: '<p>x</p>' });
    expect(wanted.slice(0, 5).filter((id) => !html.includes(` id="${id}"`))).toEqual([]);
  });

  test('should give way to headings, whose parts keep their looks', async () => {
    const headings = wanted.map((id) => ({ depth: 2, id, text: id, inToc: true }));
    const content = headings.map(({ id }) => `<h2 id="${id}">x</h2>`).join('');
    const html = (await renderedSite(docs, stubs('a', 'b'))).page('a', { html: content, headings });
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(wanted.filter((id) => !html.includes(`<h2 id="${id}"`))).toEqual([]);
    expect(['header', 'banner', 'footer', 'content', 'pagination'].filter((part) => !html.includes(` data-part="${part}"`))).toEqual([]);
  });
});
