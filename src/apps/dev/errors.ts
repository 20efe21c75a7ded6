/** The diagnostics of the development server. */
import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';

/** `dev/port-in-use`: `port` is the requested one; the following ports were in use or not allowed either. */
export function portInUse(port: number): Diagnostic {
  return diagnostic('dev/port-in-use', {
    message: `port ${port} is in use`,
    hint: 'choose another port with --port, or omit --strict-port to use the next free port',
  });
}

/** `dev/cannot-listen`: `reason` is the code of the system. */
export function cannotListen(address: string, reason: string): Diagnostic {
  return diagnostic('dev/cannot-listen', {
    message: `cannot listen on ${address}: ${reason}`,
    hint: 'choose another address with --host, or another port with --port',
  });
}

/** `dev/watch-limit`: reported once; `reason` is the system error code. */
export function watchLimit(reason: string): Diagnostic {
  return diagnostic('dev/watch-limit', {
    message: `the operating system has no file watches left (${reason}); docsgen falls back to polling, so changes appear after a short delay`,
    hint: 'raise fs.inotify.max_user_watches and fs.inotify.max_user_instances (on Linux)',
  });
}

/** `dev/open-to-network`: reported if an address was configured. */
export function openToNetwork(address: string): Diagnostic {
  return diagnostic('dev/open-to-network', {
    message: `--host ${address} lets everyone who can reach this computer see the site and its diagnostics`,
    hint: 'omit --host to allow access only from this computer',
  });
}
