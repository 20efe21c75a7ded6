import { execFileSync } from 'node:child_process';
import { parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { buildRequest } from '../../../src/shared/request/build-request.ts';
import type { FieldValue, RequestBody, RequestInput } from '../../../src/shared/request/request.ts';
import { findLanguage, sampleLanguages } from '../../../src/shared/samples/languages.ts';
import { powershell, shell, single } from '../../../src/shared/samples/literals.ts';

const print = (key: string, input: Partial<RequestInput>) =>
  findLanguage(key)?.print(
    buildRequest({ method: 'post', server: 'https://x.test', path: '/', parameters: [], values: {}, ...input }),
  ) as string;
const multipart = (fields: Record<string, FieldValue>): RequestBody => ({ kind: 'form', mediaType: 'multipart/form-data', fields });

/** The text of a page as a reader copies it. */
function copied(code: string): string {
  const escaped = code.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  const [node] = parseFragment(`<code>${escaped}</code>`).childNodes;
  const [text] = node && 'childNodes' in node ? node.childNodes : [];
  return text && 'value' in text ? text.value : '';
}

describe('line ends', () => {
  const fields = { text: 'a\r\nb', file: { $file: { name: 'a.bin' } }, json: { a: 'x\r\ny' } };
  test.each(sampleLanguages.map(({ key }) => [key]))('%s should survive an HTML parser', (key) => {
    for (const body of [multipart(fields), { kind: 'raw', mediaType: 'text/plain', text: 'a\r\n$b\r' } as const]) {
      const code = print(key, { body });
      expect(copied(code)).toBe(code);
    }
  });

  test.each<[string, string, string]>([
    ['a\r\nb', `$'a\\r\\nb'`, 'a\r\nb'],
    [`it's\r\\n $HOME \`x\``, `$'it\\'s\\r\\\\n $HOME \`x\`'`, `it's\r\\n $HOME \`x\``],
    ["it's\n", "'it'\\''s\n'", "it's\n"],
  ])('should write %j for a shell', (text, literal, expected) => {
    expect(shell(text)).toBe(literal);
    expect(execFileSync('bash', ['-c', `printf '%s' ${literal}`], { encoding: 'utf8' })).toBe(expected);
  });

  test.each<[string, string, string]>([
    ['a\r\n$b {$c} "d" \\', '"a\\r\\n\\$b {\\$c} \\"d\\" \\\\"', `"a\`r\`n\`$b {\`$c} \`"d\`" \\"`],
    ["it's $b\n", "'it\\'s $b\n'", "'it''s $b\n'"],
  ])('should write %j for PHP and PowerShell', (text, php, power) => {
    expect(single(text)).toBe(php);
    expect(powershell(text)).toBe(power);
  });
});

test('cURL should have a line for each field of a form', () => {
  const form = { kind: 'form', mediaType: 'application/x-www-form-urlencoded', fields: { a: 'x&y', b: { c: '1' } } } as const;
  expect(print('bash', { body: form })).toMatch(/ \\\n {2}--data-raw 'a=x%26y' \\\n {2}--data-raw 'b=%7B%22c%22%3A%221%22%7D'$/);
  for (const [mediaType, text] of [
    ['application/x-www-form-urlencoded', 'a=1&&b=2'],
    ['text/plain', 'a=1&b=2'],
  ] as const)
    expect(print('bash', { body: { kind: 'raw', mediaType, text } })).toContain(`--data-raw '${text}'`);
});

describe('fetch', () => {
  test.each(['javascript', 'node', 'typescript'])('%s should send a JSON part without a file name', (key) => {
    const code = print(key, { body: multipart({ data: { a: 1 } }) });
    expect(code).not.toContain('FormData');
    expect(code).toContain('name=\\"data\\"\\r\\nContent-Type: application/json\\r\\n\\r\\n{\\"a\\":1}');
  });

  test('should use FormData for texts and files', () => {
    expect(print('node', { body: multipart({ a: 'b', file: { $file: { name: 'f' } } }) })).toContain('form.append("a", "b");');
  });

  test.each(['javascript', 'node', 'typescript'])('%s should send no body with GET', (key) => {
    const form = { kind: 'form', mediaType: 'application/x-www-form-urlencoded' } as const;
    const empty = print(key, { method: 'get', body: { ...form, fields: {} } });
    expect(empty).not.toMatch(/body:|Content-Type|cannot/);
    const code = print(key, { method: 'get', body: { ...form, fields: { a: 'b' } } });
    expect(code).toMatch(/^\/\/ fetch cannot send the body of this GET request\.\n/);
    expect(code).not.toContain('  body:');
  });
});
