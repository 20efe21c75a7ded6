/** The files that deploy docsgen agree with its code: commands, variables, ports, health checks, users and the files of the package. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CommanderError } from 'commander';
import ignore from 'ignore';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { remoteHosts } from '../../src/model/agent/code-hosts.ts';
import { repository, runCli } from '../harness/cli.ts';
import {
  type Container,
  dockerInstructions,
  type Instruction,
  jsonList,
  read,
  readCompose,
  readManifests,
  unitSettings,
} from '../harness/deployment.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';

const manifest = JSON.parse(read('package.json')) as { version: string; engines: { node: string }; devDependencies: { node: string } };
const docker = dockerInstructions(read('Dockerfile'));
const all = (name: string): string[] => docker.filter((each) => each.name === name).map(({ text }) => text);
const lastFrom = docker.findLastIndex(({ name }) => name === 'FROM');
/** The instructions of the image, without those of the build stage. */
const image: readonly Instruction[] = docker.slice(lastFrom);
const compose = readCompose();
const manifests = readManifests();
const kind = (name: string) => manifests.find((each) => each.kind === name) ?? expect.fail(`there is no ${name}`);
const pod = kind('Deployment').spec.template.spec;
const container = pod.containers[0] as Container;
const unit = unitSettings(read('templates/deploy/docsgen.service'));
const service = unit.get('Service') ?? [];
const setting = (name: string) => service.find(([each]) => each === name)?.[1];

/** The error of a command line, read by the parser of docsgen without running anything. */
async function commandError(words: readonly string[]): Promise<string | undefined> {
  const program = createProgram(() => undefined);
  const walk = (command: typeof program): void => {
    command.configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
    if (command.commands.length === 0 || command.name() === 'serve') command.action(() => undefined);
    for (const child of command.commands) walk(child);
  };
  for (const command of program.commands) walk(command);
  program.configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  try {
    await program.parseAsync(words, { from: 'user' });
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? undefined : error.message;
    throw error;
  }
}

/** `docsgen …` lines in a text, up to the end of the command. */
const shownCommands = (text: string): string[][] =>
  [...text.matchAll(/(?<=[\s`/])docsgen ((?:serve|build|check|dev|new|export)\b[^\n`|&"#;]*)/g)].map(([, rest = '']) =>
    rest.trim().split(/\s+/),
  );

describe('commands', () => {
  const files = ['Dockerfile', 'compose.yaml', 'templates/deploy/docsgen.service', 'templates/deploy/kubernetes.yaml', 'docs/install.mdx'];
  const lines: [string, string[]][] = [
    ['the image without arguments', jsonList(image.find(({ name }) => name === 'CMD')?.text ?? '')],
    ['compose.yaml', [...(compose.services.agent?.command ?? [])]],
    ['kubernetes.yaml', [...container.args]],
    ['docsgen.service', setting('ExecStart')?.split(' ').slice(1) ?? []],
    ...files
      .filter((path) => existsSync(join(repository, path)))
      .flatMap((path) =>
        shownCommands(path === 'docs/install.mdx' ? read(path).replaceAll(/\\\n\s*/g, '') : read(path)).map(
          (words) => [path, words] as [string, string[]],
        ),
      )
      // Sentences such as "docsgen build, check and serve".
      .filter(([, words]) => words.some((word) => word.startsWith('-')) || words.length > 2),
  ];

  test.each(lines)('of %s are accepted: %j', async (_file, words) => {
    expect(words.length).toBeGreaterThan(0);
    const literal = words.map((word) => word.replace(/^\$\{\w+:-(.*)\}$/, '$1'));
    expect(await commandError(literal)).toBeUndefined();
  });

  test.each([
    [['serve', '--hots', '0.0.0.0'], /unknown option/],
    [['srve'], /unknown command/],
    [['serve', '--port', 'x'], /port/],
    [['serve', 'keys', 'create'], /--project/],
  ])('that docsgen does not accept are found: %j', async (words, message) => {
    expect(await commandError(words)).toMatch(message);
  });

  test('serve on all addresses in containers, where the default can only be reached from inside', () => {
    for (const args of [compose.services.agent?.command ?? [], container.args]) expect(args[args.indexOf('--host') + 1]).toBe('0.0.0.0');
  });

  test('of the image start docsgen', () => {
    expect(jsonList(image.find(({ name }) => name === 'ENTRYPOINT')?.text ?? '')).toEqual(['tini', '--', 'docsgen']);
    expect(all('WORKDIR').at(-1)).toBe('/site');
  });
});

describe('environment variables', () => {
  const source = readdirSync(join(repository, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => read(join('src', path)))
    .join('\n');
  const known = new Set([
    ...(source.match(/\bDOCSGEN_[A-Z_]+[A-Z]\b/g) ?? []),
    ...Object.values(remoteHosts).map(({ tokenVariable }) => tokenVariable),
    ...(source.match(/'(?:ANTHROPIC|OPENAI)_API_KEY'/g) ?? []).map((name) => name.slice(1, -1)),
  ]);
  const environment = (text: string) => text.match(/\b(?:DOCSGEN_[A-Z_]+[A-Z]|[A-Z]+_(?:TOKEN|API_KEY))\b/g) ?? [];

  test.each([
    ['Dockerfile', [...all('ENV').map((text) => text.replace(/=.*/, ''))]],
    ['compose.yaml', Object.keys(compose.services.agent?.environment ?? {})],
    ['kubernetes.yaml', [...container.env.map(({ name }) => name), ...environment(read('templates/deploy/kubernetes.yaml'))]],
    ['docsgen.service', [...environment(read('templates/deploy/docsgen.service'))]],
  ])('in %s are those that docsgen reads', (_file, names) => {
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  test('have no secrets as values', () => {
    const values = Object.entries(compose.services).flatMap(([, each]) => Object.entries(each.environment));
    const secret = /PASSWORD|TOKEN|KEY|DATABASE_URL/;
    expect(values.filter(([name]) => secret.test(name)).length).toBeGreaterThan(5);
    expect(values.filter(([name, value]) => secret.test(name) && !/\$\{[A-Z_]+:[-?]/.test(value))).toEqual([]);
    expect(container.env.filter(({ name }) => secret.test(name))).toEqual([]);
    expect(container.envFrom.length).toBe(1);
    expect(service.filter(([name, value]) => name === 'Environment' && secret.test(value))).toEqual([]);
  });
});

describe('the base image', () => {
  const [, base = ''] = /^NODE_IMAGE=(.+)$/.exec(all('ARG')[0] ?? '') ?? [];

  test('is pinned to the Node.js version of the tests, which satisfies engines', () => {
    expect(base).toMatch(/^node:\d+\.\d+\.\d+-\w+-slim$/);
    const version = base.replace(/^node:|-.*$/g, '');
    expect(version).toBe(manifest.devDependencies.node);
    const [needed = [], given = []] = [manifest.engines.node.replace('>=', ''), version].map((text) => text.split('.').map(Number));
    expect((given[0] ?? 0) * 1_000 + (given[1] ?? 0)).toBeGreaterThanOrEqual((needed[0] ?? 0) * 1_000 + (needed[1] ?? 0));
  });

  test('is that of all stages', () => {
    expect(all('FROM').map((text) => text.split(' ')[0])).toEqual(['${NODE_IMAGE}', '${NODE_IMAGE}']);
  });

  test.each(Object.entries(compose.services).filter(([, { build }]) => build === undefined))(
    'of the service %s is pinned',
    (_name, each) => {
      expect(each.image).toMatch(/:\d+\.\d+/);
    },
  );

  test('contains what the agent service starts', () => {
    const installed = image.find(({ text }) => text.includes('apt-get install'))?.text ?? '';
    for (const name of ['bubblewrap', 'ca-certificates', 'git', 'tini']) expect(installed).toMatch(new RegExp(` ${name}( |$)`));
  });
});

describe('permissions', () => {
  test('of the image are those of an ordinary user', () => {
    const [user = ''] = image.filter(({ name }) => name === 'USER').map(({ text }) => text);
    expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    // Nothing after it can run as root again.
    expect(image.findLastIndex(({ name }) => name === 'USER')).toBeLessThan(image.findIndex(({ name }) => name === 'ENTRYPOINT'));
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: Number(user.split(':')[0]),
      runAsGroup: Number(user.split(':')[1]),
    });
  });

  test('of containers cannot grow', () => {
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const { agent } = compose.services;
    expect(agent?.cap_drop).toEqual(['ALL']);
    expect(agent?.security_opt).toContain('no-new-privileges:true');
    for (const each of Object.values(compose.services)) expect([each.privileged, each.user]).toEqual([undefined, undefined]);
  });

  test('let bubblewrap work, with the options that the service names in its message', () => {
    const [, options = ''] = /'In a container, start it with ([^']+)'/.exec(read('src/apps/agent/sandbox/isolation.ts')) ?? [];
    const named = [...options.matchAll(/--security-opt (\S+)/g)].map(([, option]) => option);
    expect(named.length).toBe(2);
    expect(compose.services.agent?.security_opt).toEqual(expect.arrayContaining(named));
    expect(container.securityContext.procMount).toBe('Unmasked');
    expect(pod.hostUsers).toBe(false);
    expect(pod.securityContext.seccompProfile).toEqual({ type: 'Unconfined' });
    const preventing = [
      'RestrictNamespaces',
      'ProtectKernelTunables',
      'ProtectKernelLogs',
      'ProtectProc',
      'ProcSubset',
      'ProtectHostname',
      'MemoryDenyWriteExecute',
    ];
    expect(service.filter(([name]) => preventing.includes(name))).toEqual([]);
    expect(setting('SystemCallFilter')?.split(' ')).toEqual(expect.arrayContaining(['@mount', 'sethostname']));
    expect(setting('RestrictAddressFamilies')).toContain('AF_NETLINK');
    // Each setting that is left out is explained.
    for (const name of preventing) expect(read('templates/deploy/docsgen.service')).toMatch(new RegExp(`^#.*${name}=`, 'm'));
  });

  test('of the systemd service are those of its own user', () => {
    expect(setting('User')).toBe('docsgen');
    for (const name of ['NoNewPrivileges', 'PrivateTmp', 'ProtectHome', 'PrivateDevices']) expect(setting(name), name).toBe('yes');
    expect(setting('ProtectSystem')).toBe('strict');
    expect(setting('CapabilityBoundingSet')).toBe('');
    const data = service.find(([name, value]) => name === 'Environment' && value.startsWith('DOCSGEN_DATA='))?.[1];
    expect(data).toBe(`DOCSGEN_DATA=/var/lib/${setting('StateDirectory')}`);
  });
});

describe('storage', () => {
  const [, data = ''] = /^DOCSGEN_DATA=(.+)$/.exec(all('ENV')[0] ?? '') ?? [];

  test('is a volume at the data folder of the image', () => {
    expect(data).toBe('/data');
    const [name, path] = compose.services.agent?.volumes[0]?.split(':') ?? [];
    expect(path).toBe(data);
    expect(Object.keys(compose.volumes)).toContain(name);
    expect(container.env).toContainEqual({ name: 'DOCSGEN_DATA', value: data });
    const mount = container.volumeMounts.find(({ mountPath }) => mountPath === data);
    const volume = pod.volumes.find((each: { name: string }) => each.name === mount?.name);
    expect(volume.persistentVolumeClaim.claimName).toBe(kind('PersistentVolumeClaim').metadata.name);
  });

  test('of the database is ready before the service starts', () => {
    expect(compose.services.agent?.depends_on).toEqual({ db: { condition: 'service_healthy' } });
    const { test: command = [] } = compose.services.db?.healthcheck ?? {};
    const { POSTGRES_USER, POSTGRES_DB } = compose.services.db?.environment ?? {};
    expect(command).toEqual(['CMD', 'pg_isready', '--username', POSTGRES_USER, '--dbname', POSTGRES_DB]);
    expect(compose.services.agent?.environment.DOCSGEN_DATABASE_URL).toMatch(
      new RegExp(`^postgres://${POSTGRES_USER}:.*@db/${POSTGRES_DB}$`),
    );
  });
});

describe('the Kubernetes manifest', () => {
  test('selects its own pods and the port of the service', () => {
    const { labels } = kind('Deployment').spec.template.metadata;
    expect(kind('Deployment').spec.selector.matchLabels).toEqual(labels);
    expect(kind('Service').spec.selector).toEqual(labels);
    expect(kind('Service').spec.ports[0].targetPort).toBe(container.ports[0]?.name);
    expect(String(container.ports[0]?.containerPort)).toBe(all('EXPOSE')[0]);
  });

  test('never runs two pods on one SQLite file', () => {
    expect(kind('Deployment').spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
  });
});

/** Runs `docsgen serve` with these arguments on a free port until its origin is known. */
async function startServer(folder: string, args: readonly string[]) {
  const child = spawn(process.execPath, [join(repository, 'bin/docsgen.js'), 'serve', ...args, '--port', '0', '--no-log'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', DOCSGEN_DATA: join(folder, 'data') },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  const ended = new Promise((done) => child.once('close', done));
  for (;;) {
    await wait(20);
    const [, origin] = / at (http:\/\/\S+)/.exec(text) ?? [];
    if (origin !== undefined) {
      const stop = () => {
        child.kill('SIGTERM');
        return ended;
      };
      return { origin, stop };
    }
    if (child.exitCode !== null) throw new Error(`docsgen serve did not start: ${text}`);
  }
}

describe('health checks', () => {
  const folder = temporaryFolder('health');
  const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe].map(({ httpGet }) => httpGet);
  const check = jsonList(image.find(({ name }) => name === 'HEALTHCHECK')?.text ?? '');
  /** The exit code of the health check of the image, at another port. */
  const runCheck = (origin: string): Promise<number | null> =>
    new Promise((done) => {
      const args = check.slice(1).map((argument) => argument.replace('http://127.0.0.1:4700', origin));
      expect(args).not.toEqual(check.slice(1));
      spawn(process.execPath, args, { stdio: 'ignore' }).once('close', done);
    });
  let site: Awaited<ReturnType<typeof startServer>>;
  let agent: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    writeProject(folder, { 'docs.json': docsJson({ pages: ['index'] }), 'index.mdx': 'Text.\n' });
    expect((await runCli(['build', '.', '--out', 'site', '--no-cache', '--quiet'], { cwd: folder })).exit).toBe(0);
    [site, agent] = await Promise.all([startServer(folder, ['site']), startServer(folder, ['--no-worker'])]);
  });
  afterAll(async () => {
    await Promise.all([site?.stop(), agent?.stop()]);
    removeFolder(folder);
  });

  test('use the port that is exposed', () => {
    for (const { port } of probes) expect(container.ports.map(({ name }) => name)).toContain(port);
    expect(check.join(' ')).toContain(`127.0.0.1:${all('EXPOSE')[0]}/`);
  });

  test('of the image pass on a site and on the agent service, and fail on a stopped server', async () => {
    expect(check[0]).toBe('node');
    expect(await runCheck(site.origin)).toBe(0);
    expect(await runCheck(agent.origin)).toBe(0);
    const stopped = await startServer(folder, ['site']);
    await stopped.stop();
    expect(await runCheck(stopped.origin)).toBe(1);
  });

  test.each(probes.map(({ path }) => path))('of the manifest get 200 from the agent service: %s', async (path) => {
    expect((await fetch(`${agent.origin}${path}`)).status).toBe(200);
    expect((await fetch(`${agent.origin}${path}-other`)).status).toBe(404);
  });
});

describe('the build context', () => {
  const rules = ignore().add(read('.dockerignore'));

  test('has only files that exist', () => {
    const named = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
    const copied = docker
      .filter(({ name, text }) => name === 'COPY' && !text.startsWith('--from='))
      .flatMap(({ text }) => text.split(' ').slice(0, -1))
      .filter((path) => path !== '.');
    expect(copied).toEqual(expect.arrayContaining(['package.json', 'package-lock.json']));
    expect(copied.filter((path) => !existsSync(join(repository, path)) || rules.ignores(path))).toEqual([]);
  });

  test.each([
    '.env',
    '.git/config',
    'node_modules/x/index.js',
    'dist/index.js',
    'docsgen-agent/agent.sqlite',
    'test/a.test.ts',
    'docs/index.mdx',
  ])('leaves out %s', (path) => expect(rules.ignores(path)).toBe(true));
});

describe('the package', () => {
  interface Packed {
    readonly size: number;
    readonly files: readonly { readonly path: string; readonly mode: number }[];
  }
  const packed = (): Packed => {
    const text = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: repository,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const outcome = JSON.parse(text) as Packed[] | Record<string, Packed>;
    return Object.values(outcome)[0] as Packed;
  };

  test('has the program, its templates and four documents, and nothing else', () => {
    const { files, size } = packed();
    const folders = ['bin', 'dist', 'templates'].flatMap((folder) =>
      readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(repository.length)),
    );
    expect(files.map(({ path }) => path).sort()).toEqual([...folders, 'CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'].sort());
    expect(folders).toEqual(
      expect.arrayContaining([
        'templates/deploy/docsgen.service',
        'templates/deploy/kubernetes.yaml',
        'templates/starter/docs.json',
        'dist/docs.schema.json',
      ]),
    );
    expect(files.filter(({ path }) => /\.map$|\.test\.|(?:^|\/)\.env|\.(?:sqlite|tgz|pem|key)$/.test(path))).toEqual([]);
    expect((files.find(({ path }) => path === 'bin/docsgen.js')?.mode ?? 0) & 0o111).toBe(0o111);
    expect(size).toBeLessThan(5e6);
  });
});
