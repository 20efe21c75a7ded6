/**
 * The runtimes of author code: `runtime.tsx` in the engine, `browser/islands/runtime.ts` in the browser. The package
 * contains both as bundles (`scripts/build.mjs` calls `bundleRuntimes`); from source they are bundled on demand.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { WorkerOptions } from 'node:worker_threads';
import type { EngineCode } from './protocol.ts';

const packed = (name: keyof Runtimes) => new URL(`./${name}.bundle.js`, import.meta.url);
/** Written by `scripts/build.mjs`; absent when docsgen runs from source. */
const packedImage = new URL('./engine.image', import.meta.url);

let sources: Promise<Runtimes> | undefined;
let engine: Promise<EngineCode> | undefined;

/** The text of both, the same for all sites. */
export interface Runtimes {
  /** A script: defines `$docsgen` and all names that author code may use. */
  readonly page: string;
  /** A module: exports `mount` and the same names. Preact is an external import. */
  readonly islands: string;
}

/** Options of every thread that runs an engine: it gets no environment variables and no arguments of the process. */
export const engineThread = {
  env: {},
  argv: [],
  execArgv: [],
  stdin: false,
  stdout: true,
  stderr: true,
  // The engine's memory is not part of this heap. Its stack is: recursion in a page is recursion of WebAssembly code.
  resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32, stackSizeMb: 64 },
} as const satisfies WorkerOptions;

/** Loaded once per process, when the first page with code is evaluated. */
export function loadRuntimes(): Promise<Runtimes> {
  sources ??= existsSync(packed('page')) ? readRuntimes() : bundleRuntimes(new URL('../../../', import.meta.url));
  return sources;
}

/** Loaded once per process, when the first worker starts. */
export function loadEngineCode(): Promise<EngineCode> {
  engine ??= readEngineCode();
  return engine;
}

async function readEngineCode(): Promise<EngineCode> {
  const file = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  const [bytes, { page }, image] = await Promise.all([
    readFile(file),
    loadRuntimes(),
    existsSync(packedImage) ? readFile(packedImage) : undefined,
  ]);
  const wasmHash = createHash('sha256').update(bytes).digest('hex');
  return { wasm: await WebAssembly.compile(bytes), wasmHash, runtime: page, ...(image && { image }) };
}

async function readRuntimes(): Promise<Runtimes> {
  const [page, islands] = await Promise.all((['page', 'islands'] as const).map((name) => readFile(packed(name), 'utf8')));
  return { page, islands } as Runtimes;
}

/** Bundles them from the source folder. */
export async function bundleRuntimes(source: URL): Promise<Runtimes> {
  const { build } = await import('esbuild');
  const shared = {
    bundle: true,
    write: false,
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
  } as const;
  const [page, islands] = await Promise.all([
    build({
      ...shared,
      entryPoints: [fileURLToPath(new URL('stages/render/evaluate/runtime.tsx', source))],
      format: 'iife',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      conditions: ['import', 'module'],
      minifySyntax: true,
      minifyWhitespace: true,
    }),
    build({
      ...shared,
      entryPoints: [fileURLToPath(new URL('browser/islands/runtime.ts', source))],
      format: 'esm',
      platform: 'browser',
      external: ['preact', 'preact/*'],
    }),
  ]);
  const textOf = ({ outputFiles }: { readonly outputFiles: readonly { readonly text: string }[] }) => outputFiles[0]?.text ?? '';
  return { page: textOf(page), islands: textOf(islands) };
}
