import { expect, test } from 'vitest';
import { FileError } from '../../../src/model/file-system.ts';
import { unreadable } from '../../../src/platform/files/errors.ts';
import { memory } from '../../../src/platform/files/memory.ts';
import { writeProblem } from '../../../src/platform/files/output/write-error.ts';
import { fileError } from '../../../src/platform/files/system-error.ts';
import { loadConfig } from '../../../src/stages/config/index.ts';

test.each([
  ['ENOENT', 'io/vanished', 'a.mdx disappeared during the build'],
  ['EACCES', 'io/permission', 'cannot read a.mdx: permission denied'],
  ['EDQUOT', 'io/no-space', 'no space left on device while writing a.mdx'],
  ['EIO', 'io/read', 'cannot read a.mdx: EIO'],
])('%s should be reported as %s', (code, expected, message) => {
  const error = fileError(Object.assign(new Error('/home/person/a.mdx'), { code }), 'a.mdx');
  expect(unreadable(error)).toMatchObject({ code: expected, message });
});

test('docs.json that cannot be read should be an error of its own', () => {
  const files = {
    ...memory({ 'docs.json': '{}' }),
    read: (path: string): Uint8Array => {
      throw new FileError('permission', path, 'EACCES');
    },
  };
  expect(loadConfig({ files })).toMatchObject({
    value: undefined,
    diagnostics: [{ code: 'config/unreadable', severity: 'error', message: 'docs.json cannot be read: EACCES' }],
  });
});

test.each([
  ['ENAMETOOLONG', 'fs/output-name', '"a.html" cannot be written: the name is too long, or this disk does not allow it'],
  ['ENOSPC', 'io/no-space', 'no space left on device while writing a.html'],
  ['EROFS', 'io/permission', 'cannot write to out: its disk is read-only'],
  ['EIO', 'io/write', 'cannot write a.html: EIO'],
])('%s while writing should be reported as %s', (code, expected, message) => {
  expect(writeProblem(Object.assign(new Error('/out/a.html'), { code }), 'a.html', 'out')).toMatchObject({ code: expected, message });
});
