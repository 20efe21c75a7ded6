/** What the development server itself has to say, as findings. */
import type { Diagnostic } from '../../model/diagnostic.ts';

/** `dev/port-in-use`: `port` is the one that was asked for; those after it were not free either, or not wanted. */
export function portInUse(port: number): Diagnostic {
  return {
    code: 'dev/port-in-use',
    severity: 'error',
    message: `port ${port} is in use`,
    hint: 'name another one with --port, or leave --strict-port out to take the next free one',
  };
}

/** `dev/cannot-listen`: `reason` is the code of the system. */
export function cannotListen(address: string, reason: string): Diagnostic {
  return {
    code: 'dev/cannot-listen',
    severity: 'error',
    message: `cannot listen on ${address}: ${reason}`,
    hint: 'name another address with --host, or another port with --port',
  };
}

/** `dev/watch-limit`: told once; `reason` is the code of the system. */
export function watchLimit(reason: string): Diagnostic {
  return {
    code: 'dev/watch-limit',
    severity: 'warning',
    message: `the system has no file watches left (${reason}): falls back to polling, changes are seen a little later`,
    hint: 'on Linux, raise fs.inotify.max_user_watches and fs.inotify.max_user_instances',
  };
}

/** `dev/open-to-network`: whenever an address was asked for. */
export function openToNetwork(address: string): Diagnostic {
  return {
    code: 'dev/open-to-network',
    severity: 'warning',
    message: `--host ${address}: everyone who reaches this machine can read the site and its findings`,
    hint: 'leave --host out to be reached from this machine only',
  };
}
