import type { Entries } from './entry.ts';

/** Files and the disk. */
export const files = {
  'fs/symlink-escape': { severity: 'error', text: 'A symbolic link points outside the project. docsgen does not open it' },
  'fs/symlink-loop': { severity: 'warning', text: 'A symbolic link points to a folder that contains it' },
  'fs/symlink-broken': { severity: 'warning', text: 'A symbolic link points to a file that does not exist' },
  'fs/symlink-limit': { severity: 'warning', text: 'Symbolic links point to too many folders' },
  'fs/name': { severity: 'warning', text: 'A file name is not UTF-8, or contains a control character or a backslash' },
  'fs/case-collision': { severity: 'warning', text: 'Two names differ only in letter case' },
  'fs/output-conflict': { severity: 'warning', text: 'Two files would be written to the same path' },
  'fs/output-name': { severity: 'error', text: 'The disk does not support this file name' },
  'io/read': { severity: 'error', failure: 'environment', text: 'docsgen cannot read a file' },
  'io/vanished': { severity: 'error', text: 'A file disappeared during the build' },
  'io/permission': { severity: 'error', failure: 'environment', text: 'docsgen does not have permission to read or write a file' },
  'io/write': { severity: 'error', failure: 'environment', text: 'docsgen cannot write a file' },
  'io/no-space': { severity: 'error', failure: 'environment', text: 'The disk is full. The previous site stays intact' },
  'io/locked': { severity: 'error', failure: 'environment', text: 'Another build is using this output folder' },
  'io/stale-lock': { severity: 'notice', text: 'docsgen removed the lock of a build that is no longer running' },
  'io/recovered': { severity: 'notice', text: 'docsgen completed or removed the output of an interrupted build' },
} as const satisfies Entries;
