import { InvalidArgumentError } from 'commander';

/** The value of `--port`; 0 asks for any free one. Throws what commander prints. */
export function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) throw new InvalidArgumentError('It must be a number from 0 to 65535.');
  return port;
}
