/** The compiler of utility classes is replaced, so this file has a worker of its own (vitest.config.ts). */
import { expect, test, vi } from 'vitest';
import { tailwindStyles } from '../../../../src/stages/render/styles/tailwind.ts';

vi.mock('tailwindcss', () => ({
  compile: async () => ({
    build() {
      throw new Error('unknown theme key');
    },
  }),
}));

test('should report classes that the compiler fails on', async () => {
  expect(await tailwindStyles(['flex'])).toMatchObject({
    css: '',
    diagnostics: [{ code: 'styles/tailwind', message: 'some class names cannot be compiled: unknown theme key' }],
  });
});
