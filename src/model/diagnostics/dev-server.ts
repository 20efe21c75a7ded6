import type { Entries } from './entry.ts';

/** `docsgen dev`. */
export const devServer = {
  'dev/port-in-use': {
    severity: 'error',
    text: 'The port is in use and `--strict-port` is set. Choose another port with `--port`, or omit `--strict-port`',
  },
  'dev/cannot-listen': {
    severity: 'error',
    text: 'The address in `--host` does not belong to this computer, or the port requires more permissions',
  },
  'dev/watch-limit': {
    severity: 'warning',
    text: 'The operating system has no file watches left. docsgen falls back to polling, so changes appear after a short delay',
  },
  'dev/open-to-network': {
    severity: 'warning',
    text: '`--host` lets others on the network see the site and its diagnostics. Omit it if only you need access',
  },
} as const satisfies Entries;
