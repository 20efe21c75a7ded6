import { expect, test, vi } from 'vitest';
import { createEngineImage, type Engine, openEngine } from '../../../../src/stages/render/evaluate/engine.ts';
import { packImage, unpackImage } from '../../../../src/stages/render/evaluate/engine-image.ts';
import { type EngineCode, scriptName } from '../../../../src/stages/render/evaluate/protocol.ts';
import { loadEngineCode } from '../../../../src/stages/render/evaluate/runtime-bundle.ts';

/** The runtime is interpreted here, also when the package with its image was built. */
const interpreted = async (): Promise<EngineCode> => ({ ...(await loadEngineCode()), image: undefined });
const limits = { seconds: 10, heapMiB: 64 };

function render(engine: Engine, page: string) {
  const module = { id: 'a', links: {}, functions: [], missingExports: [], icons: [] };
  const code = `$docsgen.define("a",function(module,exports){"use strict";module.exports={default:${page}}})`;
  return engine.run(
    [{ name: scriptName('a'), code }],
    JSON.stringify({ file: 'a', entry: 'a', modules: [module], base: '', now: Date.UTC(2026, 0, 1) }),
  );
}

const pages = [
  '() => $h("p", null, [1, 2, 3].map((n) => $h("b", { key: n }, n * 2)))',
  '() => $h(Card, { title: "A", icon: "star", href: "/b" }, new Date().toLocaleDateString("de"), Math.random())',
  '() => missing.name',
  '() => { throw new TypeError("x") }',
  '() => { globalThis.left = 1; Array.prototype.map = null; return typeof left }',
  '() => $h("p", null, typeof left, [1].map(String))',
  '() => { const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1)) }',
];

test('an engine with an image should render as one that has interpreted the runtime', async () => {
  const code = await interpreted();
  const image = await createEngineImage(code);
  for (const page of pages) {
    const [before, after] = await Promise.all([openEngine({ code, limits }), openEngine({ code: { ...code, image }, limits })]);
    // The second run restores the memory.
    for (const _ of [1, 2]) {
      const expected = render(before, page);
      expect(render(after, page)).toEqual(expected);
      if (expected.kind !== 'done' || !expected.isReusable) break;
    }
  }
});

test('the memory limit of the project should apply, not that of the image', async () => {
  const code = await interpreted();
  const image = await createEngineImage(code);
  const engine = (heapMiB: number) => openEngine({ code: { ...code, image }, limits: { seconds: 10, heapMiB } });
  const page = '() => { const all = []; for (let n = 0; n < 100; n++) all.push(new Uint8Array(1e6).fill(1)); return String(all.length) }';
  expect(render(await engine(300), page)).toMatchObject({ kind: 'done', exceededMemory: false });
  expect(render(await engine(64), page)).toMatchObject({ exceededMemory: true });
});

test.each([
  { processor: 0.9, clock: 1.4, kind: 'done' },
  { processor: 1.1, clock: 1.1, kind: 'timeout' },
  { processor: 0.1, clock: 1.6, kind: 'timeout' },
])('a page that uses $processor of its time on the processor and $clock on the clock: $kind', async ({ processor, clock, kind }) => {
  const engine = await openEngine({ code: await interpreted(), limits: { seconds: 1, heapMiB: 64 } });
  // All of the time passes between the start of the page and the first look at it.
  const later = (milliseconds: number) => {
    let looks = 0;
    return () => (looks++ === 0 ? 0 : milliseconds);
  };
  const used = later(processor * 1e6);
  vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: used(), system: 0 }));
  vi.spyOn(performance, 'now').mockImplementation(later(clock * 1000));
  try {
    const page = '() => { let sum = 0; for (let n = 0; n < 2e6; n++) sum += n; return String(sum) }';
    expect(render(engine, page)).toMatchObject({ kind });
  } finally {
    vi.restoreAllMocks();
  }
});

test('an image should be used for the same code only', () => {
  const state = { wasmHash: 'w', addresses: [1, 2] };
  const segments = [
    { offset: 0, bytes: Uint8Array.of(1, 2, 3, 4) },
    { offset: 65_536, bytes: Uint8Array.of(5) },
  ];
  const image = packImage(state, 'runtime', segments);
  const unpacked = unpackImage(image, state, 'runtime');
  expect(unpacked?.map(({ offset, bytes }) => [offset, ...bytes])).toEqual([
    [0, 1, 2, 3, 4],
    [65_536, 5],
  ]);
  expect(unpackImage(image, state, 'runtime 2')).toBeUndefined();
  expect(unpackImage(image, { ...state, wasmHash: 'v' }, 'runtime')).toBeUndefined();
  expect(unpackImage(image, { ...state, addresses: [1, 3] }, 'runtime')).toBeUndefined();
});

test('an engine should interpret the runtime if the image is of another one', async () => {
  const code = await interpreted();
  const image = await createEngineImage({ ...code, runtime: `${code.runtime}\nglobalThis.other = 1` });
  const engine = await openEngine({ code: { ...code, image }, limits });
  expect(render(engine, '() => typeof other')).toMatchObject({ outcome: expect.stringContaining('undefined') });
});

test('an image should not be made of a runtime that asks the host', async () => {
  const code = await interpreted();
  await expect(createEngineImage({ ...code, runtime: `$host('{}');\n${code.runtime}` })).rejects.toThrow('calls the host');
});
