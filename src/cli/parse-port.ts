import { InvalidArgumentError } from 'commander';

/** Parses the value of `--port`; 0 selects any free port. Throws an error that commander prints. */
export function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) throw new InvalidArgumentError('It must be a number from 0 to 65535.');
  return port;
}
