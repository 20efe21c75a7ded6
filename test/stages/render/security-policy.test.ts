import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, type PagePolicy } from '../../../src/stages/render/security-policy.ts';
import { renderedSite, stubs } from './rendered-site.ts';

const plain: PagePolicy = { inlineScripts: [], inlineStyles: [], scriptOrigins: [], frameOrigins: [], fontOrigins: [], writesHtml: false };

function directives(policy: string): Map<string, string[]> {
  return new Map(
    policy.split('; ').map((text) => {
      const [name = '', ...values] = text.split(' ');
      return [name, values];
    }),
  );
}

describe('contentSecurityPolicy', () => {
  test('should allow nothing by default', () => {
    const policy = directives(contentSecurityPolicy(plain));
    expect(Object.fromEntries(policy)).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'connect-src': ["'self'"],
      'font-src': ["'self'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ["'none'"],
    });
    expect(policy.get('script-src')).not.toContain("'unsafe-inline'");
    expect(contentSecurityPolicy(plain)).not.toContain('unsafe-eval');
  });

  test.each([
    ['https://x.example; script-src *', false],
    ['https://x.example', true],
    ['https://*.x.example:8443', true],
    ["'unsafe-inline'", false],
    ['*', false],
    ['https:', false],
    ['data:', false],
    ['javascript:alert(1)', false],
    ['https://x.example\nscript-src', false],
    ['https://x.example,https://y.example', false],
  ])('origin %j is taken: %s', (origin, isTaken) => {
    const policy = directives(contentSecurityPolicy({ ...plain, frameOrigins: [origin], scriptOrigins: [origin], fontOrigins: [origin] }));
    for (const name of ['frame-src', 'script-src', 'font-src']) expect(policy.get(name)).toEqual(isTaken ? ["'self'", origin] : ["'self'"]);
    expect(policy.size).toBe(directives(contentSecurityPolicy(plain)).size);
  });
});

describe('the policy of a page', () => {
  const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

  test('should be first in the head, with the hash of the one inline script', async () => {
    const site = await renderedSite({ navigation: { pages: ['a'] } }, stubs('a'));
    const html = site.page('a', { html: `<style>p{color:red}</style>${'<style '.repeat(400_000)}` });
    const policy = directives(/<head>\s*<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)?.[1] ?? '');
    const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1] as string);
    expect(inline).toHaveLength(1);
    expect(policy.get('script-src')).toEqual(["'self'", sha256(inline[0] as string)]);
    expect(policy.get('style-src-elem')).toEqual(["'self'", sha256('p{color:red}')]);
  });

  test('should let only sites with scripts of their own write HTML', async () => {
    const without = (await renderedSite({ navigation: { pages: ['a'] } }, stubs('a'))).page('a');
    expect(without).not.toContain('data-writes-html');
    const withScript = (await renderedSite({ navigation: { pages: ['a'] } }, { ...stubs('a'), 'own.js': '1' }, { base: '/b' })).page('a');
    expect(withScript).toContain('data-writes-html');
    expect(withScript).toContain('trusted-types default');
    expect(withScript).toContain('<script defer src="/b/own.js"></script>');
  });

  test('should name the frames of the page and of no other', async () => {
    const site = await renderedSite({ navigation: { pages: ['a', 'b'] } }, stubs('a', 'b'));
    expect(site.page('a', { features: { frameOrigins: ['https://video.example'] } })).toContain("frame-src 'self' https://video.example;");
    expect(site.page('b')).toContain("frame-src 'self';");
  });
});
