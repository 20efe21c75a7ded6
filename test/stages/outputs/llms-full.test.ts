import { describe, expect, test } from 'vitest';
import type { KnownBytes } from '../../../src/model/output-file.ts';
import type { Page } from '../../../src/model/page.ts';
import { llmsFull } from '../../../src/stages/outputs/llms-full.ts';
import type { OutputsInput } from '../../../src/stages/outputs/outputs-input.ts';
import { siteOutputs } from '../../../src/stages/outputs/site-outputs.ts';

function site(folders: Readonly<Record<string, number>>, textLength = 10): OutputsInput {
  const pages = Object.entries(folders).flatMap(([folder, count]) =>
    Array.from({ length: count }, (_, index) => {
      const path = `${folder}/p${index}`;
      return {
        path,
        url: `/${path}`,
        output: `${path}/index.html`,
        title: `P${index}`,
        access: { inLlms: true, groups: [] },
      } as unknown as Page;
    }),
  );
  const config = {
    name: 'Docs',
    base: '',
    seo: { metatags: { canonical: 'https://d.test' } },
    markdown: { schema: true },
    api: { specs: [] },
    navigation: { entries: [] },
  };
  return {
    config: config as never,
    pages,
    redirects: [],
    assets: [],
    nav: { root: { children: [] }, places: new Map(), switches: new Map() } as never,
    markdownOf: ({ path }) => `# ${path}\n\n${'x'.repeat(textLength)}\n`,
  };
}

function filesOf(input: OutputsInput): Map<string, string> {
  const files = llmsFull(input);
  return new Map(
    files.map(({ path, content }) => {
      const body = content(input, files);
      return [path, typeof body === 'string' || body instanceof Uint8Array ? String(body) : [...body.pieces()].join('')];
    }),
  );
}

describe('llms-full.txt', () => {
  test('should contain the pages of a small site', () => {
    const files = filesOf(site({ guides: 3 }));
    expect([...files.keys()]).toEqual(['llms-full.txt']);
    expect(files.get('llms-full.txt')).toMatch(/^# Docs\n.*# guides\/p0\nSource: https:\/\/d\.test\/guides\/p0\n.*# guides\/p2\n/s);
  });

  test('should list the files of the sections of a large site, each page in one of them', () => {
    const files = filesOf(site({ guides: 20, 'api/users': 60, 'api/orders': 60, 'api/all': 150 }));
    const index = files.get('llms-full.txt') as string;
    const sections = [...files.keys()].filter((path) => path !== 'llms-full.txt');
    expect(sections).toEqual([
      'llms-full/1-guides.txt',
      'llms-full/2-api-users.txt',
      'llms-full/3-api-orders.txt',
      'llms-full/4-api-all.txt',
      'llms-full/5-api-all.txt',
    ]);
    for (const path of sections) expect(index).toContain(`(https://d.test/${path})`);
    const sources = [...files.values()].flatMap((text) => text.match(/^Source: .*$/gm) ?? []);
    expect(new Set(sources).size).toBe(290);
    expect(sources).toHaveLength(290);
  });

  test('should link the pages that exceed its budget', () => {
    const text = filesOf(site({ guides: 3 }, 900_000)).get('llms-full.txt') as string;
    expect(text.length).toBeLessThan(2_001_000);
    expect(text).toMatch(/## Other pages\n\n- \[P2\]\(https:\/\/d\.test\/guides\/p2\.md\)\n$/);
  });

  test('should be generated again only when the text of a page or its address has changed', () => {
    const stored = new Map<string, KnownBytes>();
    let read = 0;
    const made = (change: Partial<OutputsInput> = {}, textOf = (path: string) => path) => {
      read = 0;
      const input: OutputsInput = {
        ...site({ guides: 3 }),
        markdownOf: ({ path }) => {
          read += 1;
          return textOf(path);
        },
        markdownKeyOf: ({ path }) => textOf(path),
        knownTexts: stored,
        ...change,
      };
      const [file] = siteOutputs(input, (path) => path === 'llms-full.txt');
      if (file && 'pieces' in file) {
        const text = [...file.pieces()].join('');
        file.onWritten?.({ digest: text, size: text.length });
      }
      const known = file && 'known' in file ? file.known.digest : undefined;
      return { known, read };
    };
    expect(made()).toEqual({ known: undefined, read: 3 });
    expect(made()).toEqual({ known: expect.stringContaining('guides/p2'), read: 0 });
    expect(made({}, (path) => `new ${path}`)).toEqual({ known: undefined, read: 3 });
    const { config } = site({});
    expect(made({ config: { ...config, seo: { metatags: { canonical: 'https://other.test' } } } as never })).toEqual({
      known: undefined,
      read: 3,
    });
    expect(made({ config: { ...config, name: 'Other' } })).toEqual({ known: undefined, read: 3 });
    expect(made()).toEqual({ known: expect.stringContaining('guides/p2'), read: 0 });
  });
});
