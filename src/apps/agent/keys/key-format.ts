/**
 * The format of API keys: a fixed prefix, 43 random characters and a checksum of 6. Secret scanners find keys by the prefix, the
 * checksum detects typing errors without a database query, and a double click selects the whole key.
 */
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'docsgen_';
const secretLength = 43;
const checksumLength = 6;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Matches keys in any text. */
export const keyPattern: RegExp = /\bdocsgen_[0-9A-Za-z]{49}\b/g;

/** Generates a key with 256 random bits. */
export function newKey(): string {
  const value = BigInt(`0x${randomBytes(32).toString('hex')}`);
  const body = prefix + base62(value, secretLength);
  return body + checksum(body);
}

/** Whether a text has the format and the checksum of a key, regardless of whether the key exists. */
export function isKey(text: string): boolean {
  const bodyLength = prefix.length + secretLength;
  if (text.length !== bodyLength + checksumLength || !text.startsWith(prefix) || !/^[0-9A-Za-z_]+$/.test(text)) return false;
  return checksum(text.slice(0, bodyLength)) === text.slice(bodyLength);
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), checksumLength);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = digits[Number(rest % 62n)] + text;
  return text;
}
