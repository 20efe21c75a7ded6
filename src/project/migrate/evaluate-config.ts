/**
 * Reads a configuration that is a program (`docusaurus.config.js`, `.vitepress/config.ts`): bundled from the files of
 * the project and evaluated in QuickJS. If that fails, the object literals of the file are read without running it.
 */
import type { Plugin } from 'esbuild';
import { withEsbuild } from '../../stages/render/esbuild-process.ts';
import { readLiterals } from './read-literals.ts';
import { runConfig } from './run-config.ts';
import { folderOf, joinPath, type SourceFiles } from './source-files.ts';

const extensions = [
  '',
  '.ts',
  '.js',
  '.mjs',
  '.mts',
  '.cjs',
  '.cts',
  '.tsx',
  '.jsx',
  '.json',
  '/index.ts',
  '/index.js',
  '/index.mts',
  '/index.mjs',
];
/** Small files that configurations read at run time. */
const readableAtRunTime = /\.(?:json|ya?ml|txt|md)$/;
const maxTexts = 2 * 1024 * 1024;

/** The value of a configuration as plain data. */
export interface EvaluatedConfig {
  /** Undefined if nothing could be read. */
  readonly value: unknown;
  /** Why the program could not run; the value then comes from its literals. */
  readonly problem?: string;
}

/** What else the evaluation calls. */
export interface ConfigCalls {
  /** Members of the configuration that may be functions without arguments: `redirects`. */
  readonly functions?: readonly string[];
  /** Page paths for `createRedirects`. */
  readonly paths?: readonly string[];
  /** File paths for the patterns of `rewrites`; the result is in `$rewritten`. */
  readonly rewritten?: readonly string[];
}

/** `file` is a path of the project. Never rejects because of its content. */
export async function evaluateConfig(files: SourceFiles, file: string, calls: ConfigCalls = {}): Promise<EvaluatedConfig> {
  let problem: string;
  try {
    const code = await bundle(files, file);
    const facts = `globalThis.$files=${JSON.stringify(files.paths)};globalThis.$texts=${JSON.stringify(readableTexts(files))};`;
    const job = JSON.stringify({ functions: calls.functions ?? [], paths: calls.paths ?? [], rewritten: calls.rewritten ?? [] });
    const reply = await runConfig(
      [
        { name: 'facts', code: facts },
        { name: file, code },
      ],
      job,
    );
    if (reply.kind === 'done') {
      const { value, error } = (JSON.parse(reply.outcome) ?? {}) as { value?: unknown; error?: string };
      if (error === undefined && value !== undefined) return { value };
      problem = error ?? 'it has no value';
    } else
      problem = reply.kind === 'broken' ? (reply.message ?? 'it failed') : `it ran out of ${reply.kind === 'memory' ? 'memory' : 'time'}`;
  } catch (error) {
    problem = firstLine(error);
  }
  return { value: await readLiterals(files.text(file) ?? ''), problem };
}

function firstLine(error: unknown): string {
  const [first] = (error as { errors?: readonly { text: string }[] }).errors ?? [];
  return first?.text ?? String((error as Error).message ?? error).split('\n')[0] ?? '';
}

function readableTexts(files: SourceFiles): Record<string, string> {
  const texts: Record<string, string> = {};
  let size = 0;
  for (const path of files.paths) {
    if (!readableAtRunTime.test(path) || path.split('/').length > 4 || /lock/.test(path)) continue;
    const text = files.text(path) ?? '';
    if (text.length > 100_000 || size + text.length > maxTexts) continue;
    size += text.length;
    texts[path] = text;
  }
  return texts;
}

async function bundle(files: SourceFiles, file: string): Promise<string> {
  const folder = `/project/${folderOf(file)}`.replace(/\/$/, '');
  const { outputFiles } = await withEsbuild(({ build }) =>
    build({
      entryPoints: [file],
      bundle: true,
      write: false,
      format: 'iife',
      globalName: '$config',
      platform: 'neutral',
      target: 'es2022',
      jsx: 'transform',
      jsxFactory: '$jsx',
      jsxFragment: '$Fragment',
      charset: 'utf8',
      logLevel: 'silent',
      define: {
        'import.meta.url': JSON.stringify(`file://${folder}/config.js`),
        'import.meta.dirname': JSON.stringify(folder),
        'import.meta.env': '{}',
        __dirname: JSON.stringify(folder),
      },
      plugins: [fromProject(files)],
    }),
  );
  return `${outputFiles[0]?.text ?? ''}\nglobalThis.$config = $config;`;
}

/** Relative imports come from the project; every other import is a stand-in of the runtime. */
function fromProject(files: SourceFiles): Plugin {
  return {
    name: 'config-files',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
        if (kind === 'entry-point') return { path, namespace: 'project' };
        const clean = path.replace(/[?#].*$/, '');
        if (/^\.{1,2}(?:\/|$)/.test(clean)) {
          const target = joinPath(folderOf(importer), clean);
          // `./a.js` may be `a.ts` in TypeScript.
          const bases = [target, target.replace(/\.([cm]?)js$/, '.$1ts')];
          const found = bases.flatMap((base) => extensions.map((extension) => base + extension)).find((each) => files.has(each));
          if (found !== undefined) return { path: found, namespace: 'project' };
        }
        const names = kind === 'import-statement' ? importedNames(files.text(importer) ?? '', path) : undefined;
        return { path, namespace: 'package', ...(names && { suffix: `?${names.join(',')}` }) };
      });
      onLoad({ filter: /.*/, namespace: 'project' }, ({ path }) => {
        const text = files.text(path) ?? '';
        if (path.endsWith('.json')) return { contents: text, loader: 'json' };
        if (/\.(?:[cm]?[jt]s|[jt]sx)$/.test(path)) return { contents: text, loader: /\.[cm]?ts$/.test(path) ? 'ts' : 'tsx' };
        return { contents: JSON.stringify(text), loader: 'json' };
      });
      onLoad({ filter: /.*/, namespace: 'package' }, ({ path, suffix }) => {
        const value = `$packages(${JSON.stringify(path)})`;
        if (suffix === '') return { contents: `module.exports = ${value};`, loader: 'js' };
        const names = suffix
          .slice(1)
          .split(',')
          .filter((name) => name !== '');
        const lines = names.map((name) => `export const ${name} = stub.${name};`);
        return { contents: `const stub = ${value};\nexport default stub.default;\n${lines.join('\n')}`, loader: 'js' };
      });
    },
  };
}

/** The names in `import { a, b as c } from "…"` of a module; undefined if it is imported as a whole. */
function importedNames(text: string, from: string): string[] | undefined {
  const names = new Set<string>();
  for (const [, clause = '', specifier] of text.matchAll(/\b(?:import|export)\s+([^'";]*?)\s*\bfrom\s*['"]([^'"]+)['"]/g)) {
    if (specifier !== from) continue;
    if (/\*/.test(clause)) return undefined;
    for (const part of (/\{([\s\S]*)\}/.exec(clause)?.[1] ?? '').split(',')) {
      const name =
        part
          .trim()
          .replace(/^type\s+/, '')
          .split(/\s+as\s+/)[0] ?? '';
      if (/^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default') names.add(name);
    }
  }
  return [...names];
}
