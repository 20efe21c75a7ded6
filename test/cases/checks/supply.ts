/** The area `supply`: laws of what we install and of what we ship. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../harness/cli.ts';
import { removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import type { Check } from './check.ts';

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

async function lockLaw(): Promise<readonly string[]> {
  const { status, stderr } = spawnSync(process.execPath, [join(repository, 'scripts/check-lock.mjs')], { encoding: 'utf8' });
  return status === 0 ? [] : stderr.trim().split('\n');
}

/** Loads every runtime dependency in a process that records spawns, writes and sockets. */
async function importTimePayload(): Promise<readonly string[]> {
  const names = Object.keys(JSON.parse(read('package.json')).dependencies);
  const folder = temporaryFolder('import');
  writeProject(folder, {
    'spy.cjs': `
      const seen = [];
      const spy = (owner, module, names) => { for (const name of names) { const real = module[name]; if (real) module[name] = (...args) => { seen.push(owner + '.' + name); return real(...args); }; } };
      spy('child_process', require('node:child_process'), ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']);
      spy('fs', require('node:fs'), ['writeFileSync', 'writeFile', 'appendFileSync', 'appendFile', 'mkdirSync', 'rmSync', 'unlinkSync', 'createWriteStream']);
      spy('net', require('node:net'), ['connect', 'createConnection']);
      require('node:module').syncBuiltinESMExports();
      process.on('exit', () => { console.log(JSON.stringify(seen)); });`,
    'load.mjs': `
      import { createRequire } from 'node:module';
      const require = createRequire(${JSON.stringify(join(repository, 'package.json'))});
      for (const name of ${JSON.stringify(names)}) {
        try { await import(require.resolve(name)); } catch (error) { if (!['ERR_PACKAGE_PATH_NOT_EXPORTED', 'MODULE_NOT_FOUND', 'ERR_UNKNOWN_FILE_EXTENSION', 'ERR_IMPORT_ATTRIBUTE_MISSING'].includes(error.code)) throw error; }
      }`,
  });
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--require', join(folder, 'spy.cjs'), join(folder, 'load.mjs')], {
    encoding: 'utf8',
    cwd: folder,
  });
  removeFolder(folder);
  if (status !== 0) return [stderr.slice(0, 400)];
  return (JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]') as string[]).map((call) => `a dependency calls ${call} when it is loaded`);
}

/** What `npm pack` would ship. */
async function packageContent(): Promise<readonly string[]> {
  const { stdout, status, stderr } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
    cwd: repository,
  });
  if (status !== 0) return [stderr.slice(0, 400)];
  const files = (JSON.parse(stdout.slice(stdout.indexOf('['))) as { files: { path: string }[] }[])[0]?.files.map((file) => file.path) ?? [];
  const allowed = /^(?:bin|dist|templates)\/|^(?:README\.md|LICENSE|CHANGELOG\.md|package\.json)$/;
  const failures = files
    .filter((path) => !allowed.test(path) || /(?:^|\/)\.env|\.test\.|\.tsbuildinfo$|\.map$/.test(path))
    .map((path) => `${path} is in the package`);
  for (const path of files.filter((name) => /\.(?:js|css|json|md)$/.test(name) && existsSync(join(repository, name)))) {
    if (read(path).includes(repository.replace(/\/$/, ''))) failures.push(`${path} holds a path of this machine`);
  }
  return files.length === 0 ? ['nothing would be packed'] : failures;
}

async function reasonedDependencies(): Promise<readonly string[]> {
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  const reasons = read('docs/dependencies.md');
  return [...Object.keys(dependencies), ...Object.keys(devDependencies)]
    .filter((name) => !reasons.includes(`\`${name}\``))
    .map((name) => `docs/dependencies.md gives no reason for ${name}`);
}

/** What is known against the packages that we ship; registries that keep no advisories answer with a refusal. */
async function advisories(): ReturnType<Check> {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', cwd: repository });
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    vulnerabilities?: Record<string, { severity: string }>;
    message?: string;
  };
  if (report.vulnerabilities === undefined) return { skipped: `the registry here tells no advisories (${report.message?.slice(0, 80)})` };
  return Object.entries(report.vulnerabilities).map(([name, { severity }]) => `${name}: ${severity}`);
}

export const supplyChecks: readonly (readonly [string, Check])[] = [
  ['lock-file', lockLaw],
  ['loading-dependencies', importTimePayload],
  ['advisories', advisories],
  ['package-content', packageContent],
  ['reasons-for-dependencies', reasonedDependencies],
];
