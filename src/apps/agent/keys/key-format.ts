/**
 * The form of an API key: a fixed prefix, 43 random characters, 6 of checksum. The prefix lets scanners of secrets find it, the
 * checksum tells a typing mistake without asking the store, and a double click selects all of it.
 */
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'docsgen_';
const secretLength = 43;
const checksumLength = 6;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Finds keys in any text. */
export const keyPattern: RegExp = /\bdocsgen_[0-9A-Za-z]{49}\b/g;

/** A new key: 256 random bits. */
export function newKey(): string {
  const value = BigInt(`0x${randomBytes(32).toString('hex')}`);
  const body = prefix + base62(value, secretLength);
  return body + checksum(body);
}

/** Whether a text has the form and the checksum of a key. Says nothing about whether the key exists. */
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
