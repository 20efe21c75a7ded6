import { describe, expect, test } from 'vitest';
import { addsSecret, createSecrets } from '../../../src/apps/agent/runner/secrets.ts';

const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ';
const keyOf = (...lines: string[]) => ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----'].join('\n');
const { redact, holds } = createSecrets(['the-webhook-secret', 'short', undefined]);

describe('secrets in messages', () => {
  const hidden: readonly [string, string][] = [
    ['a known value', 'it was the-webhook-secret, twice: the-webhook-secret'],
    ['a private key', keyOf(line, `${line}==`)],
    ['a private key whose letters make a word', keyOf(line, `${line.slice(0, 20)}Your${line.slice(24)}`)],
    ['a private key that was cut', `-----BEGIN RSA PRIVATE KEY-----\n${line}\n${line}`],
    ['a token of a code host', `ghp_${'aB3dE6gH9j'.repeat(4)}`],
  ];
  test.each(hidden)('%s is not', (_, text) => {
    const shown = redact(text);
    expect(shown).toContain('***');
    for (const secret of ['the-webhook-secret', line, line.slice(0, 20), 'aB3dE6gH9j']) expect(shown).not.toContain(secret);
  });

  const shown: readonly [string, string][] = [
    ['a value too short to be one', 'a short text'],
    ['a key that documentation shows', 'AKIAIOSFODNN7EXAMPLE'],
    ['one character over and over', `ghp_${'x'.repeat(36)}`],
  ];
  test.each(shown)('%s is', (_, text) => {
    expect(redact(text)).toBe(text);
  });

  test('known values are found', () => {
    expect(holds('x the-webhook-secret y')).toBe(true);
    expect(holds('x short y')).toBe(false);
  });
});

describe('a secret that is added', () => {
  const token = `ghp_${'aB3dE6gH9j'.repeat(4)}`;
  test.each([
    ['a token', token, '', true],
    ['a token that was there', token, `before ${token}`, false],
    ['the first line of a private key', '-----BEGIN EC PRIVATE KEY-----', '', true],
    ['a shown key', 'AKIAIOSFODNN7EXAMPLE', '', false],
  ])('%s', (_, added, before, expected) => {
    expect(addsSecret(added, before)).toBe(expected);
  });
});
