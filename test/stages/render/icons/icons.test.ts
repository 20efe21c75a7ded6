import { describe, expect, test } from 'vitest';
import { Icons } from '../../../../src/stages/render/icons/icons.ts';

const placeholder = (reference: string) => `<svg class="icon" data-icon="${reference}" aria-hidden="true"></svg>`;

describe('icons', () => {
  test.each([
    // reference, symbol
    ['::rocket', 'i-solid-rocket'],
    ['fontawesome::github', 'i-brands-github'],
    ['fontawesome:regular:user', 'i-regular-user'],
    ['fontawesome:brands:x-twitter', 'i-brands-x-twitter'],
    ['fontawesome::twitter-x', 'i-brands-x-twitter'],
    ['fontawesome::home', 'i-solid-home'],
    ['fontawesome::external-link-alt', 'i-solid-external-link-alt'],
    ['fontawesome::fa-solid fa-gear', 'i-solid-gear'],
    ['fontawesome::fab fa-github', 'i-brands-github'],
    ['fontawesome::GitHub', 'i-brands-github'],
    ['fontawesome::CircleCheck', 'i-solid-circle-check'],
    ['lucide::chevron-down', 'i-lucide-chevron-down'],
    ['lucide::github', 'i-lucide-github'],
    ['lucide::x-twitter', 'i-brands-x-twitter'],
    ['tabler::brand-github', 'i-tabler-brand-github'],
    ['fontawesome:duotone:bolt', 'i-solid-bolt'],
    ['fontawesome:sharp-light:bell', 'i-regular-bell'],
    ['fontawesome::sparkles', 'i-lucide-sparkles'],
    ['fontawesome::grid-2', 'i-solid-table-cells-large'],
    ['fontawesome::rocket-01', 'i-solid-rocket'],
    ['fontawesome::magnifying-glass-waveform', 'i-solid-magnifying-glass'],
    ['fontawesome::lock-alt', 'i-solid-lock'],
    ['fontawesome::phone-connection', 'i-solid-phone'],
    ['fontawesome::mountains', 'i-solid-mountain'],
    ['fontawesome::crab', 'i-solid-shrimp'],
    ['fontawesome::block', 'i-solid-cube'],
    ['fontawesome::chart-user', 'i-solid-chart-line'],
    ['fontawesome::chart-waterfall', 'i-solid-chart-column'],
    ['fontawesome::head-side-gear', 'i-solid-brain'],
    ['fontawesome::input-text', 'i-solid-i-cursor'],
    ['fontawesome::draw-square', 'i-lucide-vector-square'],
  ])('%s', (reference, symbol) => {
    const icons = new Icons('fontawesome');
    const { html, used, unknown } = icons.insert(placeholder(reference));
    expect({ used, unknown }).toEqual({ used: [symbol], unknown: [] });
    expect(html).toBe(`<svg class="icon" aria-hidden="true"><use href="#${symbol}"/></svg>`);
    expect(icons.sprite(used)).toContain(`<symbol id="${symbol}" viewBox="0 0 `);
  });

  test('should read an element with many names once', () => {
    expect(new Icons('fontawesome').insert(`<svg${' data-icon="a"'.repeat(200_000)} !></svg>`).used).toEqual([]);
  });

  test('should leave the strokes that all lines share to the stylesheet, and keep those of single parts', () => {
    const icons = new Icons('lucide');
    const symbolOf = (reference: string) => icons.sprite(icons.insert(placeholder(reference)).used);
    expect(symbolOf('::x')).toContain('class="strokes"><path d="');
    expect(symbolOf('::search')).toMatch(/class="strokes"><g><path d="[^"]*"\/><circle cx="11" cy="11" r="8"\/><\/g>/);
    expect(symbolOf('fontawesome::star')).toContain('fill="currentColor"');
    expect(symbolOf('fontawesome::star')).not.toContain('strokes');
  });

  test('should draw nothing for a name that no set knows, and suggest one', () => {
    const icons = new Icons('fontawesome');
    expect(icons.insert(`a${placeholder('::rokcet')}b`)).toEqual({ html: 'ab', used: [], unknown: ['rokcet'], hasPaid: false });
    expect(icons.find('::rokcet')).toEqual({ nearest: 'rocket' });
    expect(icons.find('::qipe')).toEqual({});
    expect(icons.find('::uq')).toEqual({});
  });

  test('should not take a name for what every object has', () => {
    const icons = new Icons('lucide');
    for (const name of ['constructor', '__proto__', 'toString']) expect(icons.insert(placeholder(`::${name}`)).used).toEqual([]);
  });

  test('should collect what only paid Font Awesome has', () => {
    const icons = new Icons('fontawesome');
    icons.insert(
      ['fontawesome:light:bolt', 'fontawesome:duotone:bolt', 'fontawesome::webhook', 'fontawesome:solid:bolt'].map(placeholder).join(''),
    );
    expect(icons.paidStyles).toEqual(['duotone', 'light']);
    expect(icons.substituted).toEqual([{ library: 'the free version of Font Awesome', name: 'webhook', nearest: undefined }]);
  });

  test("should report missing icons of the site's library separately from paid ones", () => {
    const icons = new Icons('lucide');
    icons.insert(['::discord', '::clock-rotate-left', 'fontawesome::webhook', 'tabler::hand-pointer', '::star'].map(placeholder).join(''));
    expect(icons.substituted.map(({ library, name }) => `${library}: ${name}`)).toEqual([
      'Lucide: clock-rotate-left',
      'Lucide: discord',
      'Tabler: hand-pointer',
      'the free version of Font Awesome: webhook',
    ]);
  });

  test('should report names of an unknown library as those of the library used instead', () => {
    const icons = new Icons('lucide');
    icons.insert(placeholder('material::rocket-01'));
    expect(icons.substituted).toMatchObject([{ library: 'the free version of Font Awesome', name: 'rocket-01' }]);
  });

  test('should suggest a name for one that is misspelled, although a more general icon is shown', () => {
    const icons = new Icons('fontawesome');
    icons.insert(placeholder('::circle-chek'));
    expect(icons.substituted).toMatchObject([{ name: 'circle-chek', nearest: 'circle-check' }]);
  });

  test.each([
    ['toggle', 'toggle-on'],
    ['gogle', 'google'],
  ])('should suggest for %s', (name, nearest) => {
    expect(new Icons('fontawesome').find(`::${name}`)).toEqual({ nearest });
  });

  test('should put one symbol into the sprite however often it is used', () => {
    const icons = new Icons('fontawesome');
    const { used } = icons.insert(placeholder('::bolt').repeat(3));
    expect(icons.sprite(used).match(/<symbol/g)).toHaveLength(1);
    expect(icons.sprite([])).toBe('');
  });

  test('should keep the other attributes of a placeholder', () => {
    const { html } = new Icons('lucide').insert(
      '<svg class="icon big" style="color:red" data-icon="::star" width="32" aria-hidden="true"></svg>',
    );
    expect(html).toBe('<svg class="icon big" style="color:red" width="32" aria-hidden="true"><use href="#i-lucide-star"/></svg>');
  });
});
