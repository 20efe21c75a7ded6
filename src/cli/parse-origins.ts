import { InvalidArgumentError } from 'commander';

/** Parses origins such as `http://10.0.0.5:8080` and normalizes them. The option can be repeated or have commas. */
export function parseOrigins(value: string, before: readonly string[]): string[] {
  const origins = value.split(',').map((text) => originOf(text.trim()));
  if (!origins.every((origin) => origin !== undefined))
    throw new InvalidArgumentError('It must be a list of origins such as http://localhost:8080, without a path.');
  return [...before, ...origins];
}

function originOf(text: string): string | undefined {
  const url = URL.parse(text);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !/[?#@*]/.test(text);
  return isOrigin ? url.origin : undefined;
}
