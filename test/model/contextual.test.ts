import { expect, test } from 'vitest';
import { toContextual } from '../../src/model/contextual.ts';

test.each<[string, unknown, unknown]>([
  ['names', { options: ['copy', 'view'] }, { options: [{ name: 'copy' }, { name: 'view' }], display: 'header' }],
  ['the documented name of another', { options: ['devin-desktop'], display: 'toc' }, { options: [{ name: 'windsurf' }], display: 'toc' }],
  ['none at all', { options: [] }, { options: [], display: 'header' }],
  [
    'entries of the author',
    { options: [{ title: 'T', description: 'D', icon: 'star', href: { base: 'https://x.example' } }] },
    {
      options: [
        {
          name: 'custom',
          title: 'T',
          description: 'D',
          icon: { kind: 'name', name: 'star', library: 'lucide' },
          href: { base: 'https://x.example', query: [] },
        },
      ],
      display: 'header',
    },
  ],
  ['an unknown name', { options: ['copy', 'fly'] }, undefined],
  ['an entry without an address', { options: [{ title: 'T', description: 'D' }] }, undefined],
  ['another shape', ['copy'], undefined],
  ['nothing', undefined, undefined],
])('%s', (_, value, wanted) => {
  expect(toContextual(value, 'lucide')).toEqual(wanted);
});
