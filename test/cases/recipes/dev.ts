/** The area `dev`: a server that is asked over raw sockets, and faults that are made while it runs. Read from the words of a case. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { runCli } from '../../harness/cli.ts';
import { docsJson } from '../../harness/project.ts';
import { withoutStyles } from '../../harness/without-styles.ts';
import type { BadInputCase } from '../case-file.ts';
import { isAlive, playRequests } from '../dev/requests.ts';
import { canary, type StartedServer, startServer, statusOf, wait } from '../dev/started-server.ts';
import { sweep, traversals } from '../dev/traversal.ts';

type Play = (server: StartedServer) => Promise<readonly string[]>;
type Played = readonly string[] | { readonly skipped: string };

/** Plays a case of the area; undefined when its words say nothing that is known here. */
export async function playDevCase(entry: BadInputCase): Promise<Played | undefined> {
  const words = `${entry.title}: ${entry.input}`;
  const whole = wholeCases.find(([pattern]) => pattern.test(words))?.[1];
  if (whole) return whole();
  const problem = problems.find(([pattern]) => pattern.test(words));
  if (!problem) return playRequests(entry);
  const server = await startServer(problem[2]);
  try {
    return [...(await problem[1](server)), ...(await isAlive(server))];
  } finally {
    await server.close();
  }
}

/** Cases that start the server in a way of their own. */
const wholeCases: readonly (readonly [RegExp, () => Promise<Played>])[] = [
  [/port \d+ (?:is )?taken|port in use/, portTaken],
  [/binds to loopback/, loopbackOnly],
  [/inotify|watcher limit/, watchLimit],
];

const problems: readonly (readonly [RegExp, Play, Parameters<typeof startServer>[0]?])[] = [
  [/dotdotpwn|traversal corpus/i, traversalCorpus],
  [/sends commands|connected page sends/, socketCommands],
  [/writes to \d+ pages|rapid changes/, rapidChanges],
  [/atomic rename|save styles/, saveStyles],
  [/unlink while|deleted mid-rebuild/, deletedPage],
  [/broken MDX|syntax error then/, brokenAndMended],
  [
    /deep-nesting YAML|poison spec/,
    poisonSpec,
    {
      files: {
        'api.yaml': 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\n',
        'docs.json': docsJson({ pages: ['index', 'a', 'b'], tabs: undefined }, { api: { openapi: 'api.yaml' } }),
      },
    },
  ],
  [/git checkout|files change at once/, otherBranch],
  [/not watched|writes its cache/, idle],
  [/slow client|header byte/, slowClients],
  [/malformed HTTP|CL\+TE/, malformed],
];

async function traversalCorpus(server: StartedServer): Promise<string[]> {
  const start = performance.now();
  const { targets, failures } = await sweep(server, traversals());
  const seconds = (performance.now() - start) / 1000;
  return [
    ...failures,
    ...(targets < 20_000 ? [`only ${targets} targets`] : []),
    ...(seconds > 240 ? [`took ${seconds.toFixed(0)} s`] : []),
  ];
}

async function openSocket(
  { port, page }: StartedServer,
  path = '/',
): Promise<{ socket: WebSocket; messages: string[]; closed: Promise<number> }> {
  const token = /data-token="([^"]+)"/.exec((await page(path)).body)?.[1] ?? '';
  const query = new URLSearchParams({ token, page: path });
  const origin = `http://localhost:${port}`;
  const socket = new WebSocket(`ws://localhost:${port}/_docsgen/dev/socket?${query}`, { headers: { origin } } as never);
  const messages: string[] = [];
  socket.addEventListener('message', ({ data }) => messages.push(String(data)));
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('message', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new Error('the reload channel does not open')), { once: true });
  });
  return { socket, messages, closed };
}

async function socketCommands(server: StartedServer): Promise<string[]> {
  const failures: string[] = [];
  const sent = [
    '{"type":"custom","event":"invoke","data":["file:///etc/passwd"]}',
    'x'.repeat(10 * 1024 * 1024),
    new Uint8Array([1, 2, 255, 254]),
  ];
  // News of the site, such as the end of the checks, go to every page: what a silent page hears too is no reply.
  const silent = await openSocket(server);
  for (const data of sent) {
    const { socket, messages, closed } = await openSocket(server);
    const before = messages.length;
    socket.send(data as never);
    const code = await Promise.race([closed, wait(3_000).then(() => 0)]);
    const replies = () => messages.slice(before).filter((message) => !silent.messages.includes(message));
    if (replies().length > 0) await wait(500);
    if (replies().length > 0) failures.push('there was a reply');
    if (code !== 0 && ![1006, 1008, 1009].includes(code)) failures.push(`closed with ${code}`);
    socket.close();
  }
  silent.socket.close();
  // A text frame with bytes that are no UTF-8, masked with zeros.
  const token = /data-token="([^"]+)"/.exec((await server.page('/')).body)?.[1] ?? '';
  const head = `GET /_docsgen/dev/socket?token=${token}&page=/ HTTP/1.1\r\nHost: localhost:${server.port}\r\nOrigin: http://localhost:${server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`;
  const answer = await server.raw(Buffer.concat([Buffer.from(head), Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28])]));
  if (statusOf(answer) !== 101) failures.push(`the socket answers ${statusOf(answer)}`);
  return failures;
}

async function rapidChanges(server: StartedServer): Promise<string[]> {
  const names = Array.from({ length: 50 }, (_, index) => `p${index}`);
  server.write({
    'docs.json': docsJson({ pages: ['index', 'a', 'b', ...names] }),
    ...Object.fromEntries(names.map((name) => [`${name}.mdx`, 'start'])),
  });
  const failures = await server.until('the new pages', async () => (await server.page('/p49')).body.includes('start'));
  await wait(1_000);
  const { messages, socket } = await openSocket(server, '/p7');
  const before = { memory: server.memory(), rebuilds: rebuildsIn(server), messages: messages.length };
  for (let write = 0; write < 1_000; write++) {
    writeFileSync(join(server.project, `p${write % 50}.mdx`), `write ${write}.`);
    if (write % 10 === 9) await wait(20);
  }
  const last = performance.now();
  failures.push(
    ...(await server.until('the last write', () => (messages.at(-1) ?? '') !== '' && messages.length > before.messages, 2_000)),
  );
  failures.push(
    ...(await server.until('the right state', async () => {
      for (const [index, name] of names.entries())
        if (!(await server.page(`/${name}`)).body.includes(`write ${950 + index}.`)) return false;
      return true;
    })),
  );
  if (performance.now() - last > 12_000) failures.push('the end took too long');
  await wait(500);
  const rebuilds = rebuildsIn(server) - before.rebuilds;
  if (rebuilds > 20) failures.push(`${rebuilds} rebuilds`);
  if (server.memory() - before.memory > 100) failures.push(`memory grew by ${Math.round(server.memory() - before.memory)} MiB`);
  socket.close();
  return failures;
}

function rebuildsIn(server: StartedServer): number {
  return server.said().match(/^changed /gm)?.length ?? 0;
}

async function saveStyles(server: StartedServer): Promise<string[]> {
  const file = join(server.project, 'a.mdx');
  const failures: string[] = [];
  const saves: [string, string, () => void | Promise<void>][] = [
    [
      'rename',
      'renamed',
      () => {
        writeFileSync(`${file}~`, '# A\n\nrenamed\n');
        renameSync(`${file}~`, file);
      },
    ],
    [
      'truncate',
      'truncated',
      async () => {
        writeFileSync(file, '');
        await wait(5);
        writeFileSync(file, '# A\n\ntruncated\n');
      },
    ],
    [
      'delete and create',
      'created',
      () => {
        unlinkSync(file);
        writeFileSync(file, '# A\n\ncreated\n');
      },
    ],
    ['touch', 'created', () => utimesSync(file, new Date(), new Date())],
    ['CRLF', 'carriage', () => writeFileSync(file, '# A\r\n\r\ncarriage\r\n')],
  ];
  for (const [name, words, save] of saves) {
    await wait(600);
    const { messages, socket } = await openSocket(server, '/a');
    const hashes = () => new Set(messages.map((text) => (JSON.parse(text) as { hash: string }).hash)).size - 1;
    await save();
    failures.push(...(await server.until(`${name}: the final text`, async () => (await server.page('/a')).body.includes(words), 3_000)));
    await wait(500);
    const wanted = name === 'touch' ? 0 : 1;
    if (hashes() !== wanted) failures.push(`${name}: ${hashes()} reloads`);
    socket.close();
  }
  return failures;
}

async function deletedPage(server: StartedServer): Promise<string[]> {
  await server.page('/a');
  const { messages, socket } = await openSocket(server, '/a');
  const { port, project } = server;
  void fetch(`http://127.0.0.1:${port}/a`);
  rmSync(join(project, 'a.mdx'));
  const failures = await server.until('the missing page is named', () => /"absent":\{"file":"a\.mdx"/.test(messages.at(-1) ?? ''));
  if ((await server.page('/a')).status !== 404) failures.push('the page is still there');
  server.write({ 'a.mdx': '# A\n\nRestored.\n' });
  failures.push(...(await server.until('the page is back', async () => (await server.page('/a')).body.includes('Restored.'))));
  failures.push(...(await server.until('the notice is gone', () => !messages.at(-1)?.includes('"absent"'))));
  socket.close();
  return failures;
}

async function brokenAndMended(server: StartedServer): Promise<string[]> {
  const failures: string[] = [];
  const { messages, socket } = await openSocket(server, '/a');
  const last = () => messages.at(-1) ?? '';
  const good = docsJson({ pages: ['index', 'a', 'b'] });
  for (let cycle = 0; cycle < 100 && failures.length === 0; cycle++) {
    server.write({ 'a.mdx': `# A\n\nGood ${cycle}.\n` });
    failures.push(...(await server.until(`cycle ${cycle}: the good page`, () => !last().includes('"severity":"error"'), 3_000)));
    await server.until('the good text', async () => (await server.page('/a')).body.includes(`Good ${cycle}.`));
    if (cycle % 2 === 0) server.write({ 'a.mdx': '# A\n\n<Card title="x">\n' });
    else server.write({ 'docs.json': '{"navigation": ' });
    const place = cycle % 2 === 0 ? '"file":"a.mdx","line":3' : '"file":"docs.json","line":1';
    failures.push(...(await server.until(`cycle ${cycle}: the error with its place`, () => last().includes(place), 3_000)));
    if (!(await server.page('/a')).body.includes(`Good ${cycle}.`)) failures.push(`cycle ${cycle}: the last good page is gone`);
    if (cycle % 2 === 1) server.write({ 'docs.json': good });
  }
  server.write({ 'a.mdx': '# A\n\nMended.\n' });
  failures.push(...(await server.until('the end of the errors', () => !last().includes('"severity":"error"'), 3_000)));
  socket.close();
  return failures;
}

async function poisonSpec(server: StartedServer): Promise<string[]> {
  const failures: string[] = [];
  const { pid } = server.child;
  for (let save = 0; save < 20; save++) {
    server.write({ 'api.yaml': `openapi: 3.1.0\npaths: ${'['.repeat(900)}${save}${']'.repeat(900)}\n` });
    await wait(60);
    const { status, ms } = await server.page('/b');
    // Twice what an idle machine takes, and more where others want the cores as well.
    if (status !== 200 || ms > 2_000) failures.push(`another page: ${status} after ${Math.round(ms)} ms`);
  }
  if (server.child.pid !== pid) failures.push('another process answers');
  return failures;
}

async function otherBranch(server: StartedServer): Promise<string[]> {
  const names = Array.from({ length: 1_000 }, (_, index) => `g${index % 20}/p${index}`);
  const branch = (words: string) => ({
    'docs.json': docsJson({ pages: ['index', 'a', 'b', ...names] }, { name: words }),
    ...Object.fromEntries(names.map((name) => [`${name}.mdx`, `# ${words}\n\n${words} ${name}.\n`])),
  });
  server.write(branch('main'));
  const failures = await server.until('the first branch', async () => (await server.page('/g7/p7')).body.includes('main g7/p7.'), 20_000);
  await wait(4_000);
  const before = rebuildsIn(server);
  server.write(branch('other'));
  failures.push(
    ...(await server.until('the other branch', async () => (await server.page('/g7/p7')).body.includes('other g7/p7.'), 20_000)),
  );
  await wait(2_000);
  if (rebuildsIn(server) - before > 2) failures.push(`${rebuildsIn(server) - before} rebuilds`);
  const built = await runCli(['build', '--out', '../built', '--no-cache'], { cwd: server.project });
  if (built.exit !== 0) failures.push('the branch does not build');
  for (const name of ['g7/p7', 'g19/p999', 'a']) {
    const file = readFileSync(join(server.project, '../built', name, 'index.html'), 'utf8');
    const shown = (await server.page(`/${name}`)).body.replace(/<script type="module" id="docsgen-dev"[^>]*><\/script>\n/, '');
    if (withoutStyles(shown) !== withoutStyles(file)) failures.push(`${name} differs from a build`);
  }
  return failures;
}

async function idle(server: StartedServer): Promise<string[]> {
  await server.page('/a');
  await wait(1_500);
  const before = rebuildsIn(server);
  await wait(15_000);
  return rebuildsIn(server) === before ? [] : [`${rebuildsIn(server) - before} rebuilds while nothing happened`];
}

async function slowClients(server: StartedServer): Promise<string[]> {
  const sockets = Array.from({ length: 500 }, () => {
    const socket: Socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('G');
    return socket;
  });
  let open = sockets.length;
  for (const socket of sockets) socket.on('close', () => (open -= 1));
  const timer = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write('E');
  }, 10_000);
  const failures: string[] = [];
  for (let look = 0; look < 5; look++) {
    const { status, ms } = await server.page('/a');
    if (status !== 200 || ms > 2_000) failures.push(`another client: ${status} after ${Math.round(ms)} ms`);
  }
  failures.push(...(await server.until('the end of the slow ones', () => open === 0, 60_000)));
  clearInterval(timer);
  for (const socket of sockets) socket.destroy();
  return failures;
}

async function malformed(server: StartedServer): Promise<string[]> {
  const host = `Host: localhost:${server.port}\r\n`;
  const requests: [string, string][] = [
    ['CL and TE', `POST / HTTP/1.1\r\n${host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x`],
    ['bare LF', `GET / HTTP/1.1\n${host.replace('\r', '')}\n`],
    ['a header of 100 KB', `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['10,000 headers', `GET / HTTP/1.1\r\n${host}${Array.from({ length: 10_000 }, (_, index) => `X${index}: 1\r\n`).join('')}\r\n`],
    ['HTTP/0.9', 'GET /\r\n'],
    ['an invalid method', `G=T / HTTP/1.1\r\n${host}\r\n`],
    ['a huge chunk', `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n`],
  ];
  const failures: string[] = [];
  for (const [name, text] of requests) {
    const answer = await server.raw(text);
    const status = statusOf(answer);
    if (answer !== '' && ![400, 403, 405, 408, 413, 431].includes(status)) failures.push(`${name}: ${answer.slice(0, 60)}`);
    if (answer.includes(canary)) failures.push(`${name} leaks`);
  }
  return failures;
}

async function portTaken(): Promise<string[]> {
  const blocker = createServer();
  const port = await new Promise<number>((resolve) =>
    blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as { port: number }).port)),
  );
  try {
    const server = await startServer({ args: ['--port', String(port)] });
    const failures = server.said().includes(`port ${port} is in use, using ${server.port}`) ? [] : [`it says ${server.said()}`];
    failures.push(...(await isAlive(server)));
    const strict = await runCli(['dev', '--port', String(port), '--strict-port', '--no-open'], { cwd: server.project });
    if (strict.exit !== 3 || !strict.stderr.includes('dev/port-in-use')) failures.push(`strict: exit ${strict.exit}, ${strict.stderr}`);
    await server.close();
    return failures;
  } finally {
    blocker.close();
  }
}

async function loopbackOnly(): Promise<Played> {
  const server = await startServer();
  const open = await startServer({ args: ['--host', '0.0.0.0'] });
  try {
    const listening = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => addressesOn(file, server.port));
    const failures = listening
      .filter((address) => address !== '0100007F' && address !== '00000000000000000000000001000000')
      .map((address) => `listens on ${address}`);
    if (!listening.includes('0100007F')) failures.push('does not listen on 127.0.0.1');
    if (!open.said().includes('dev/open-to-network')) failures.push('--host says nothing');
    return failures;
  } finally {
    await server.close();
    await open.close();
  }
}

/** Local addresses, as the kernel writes them, on which a port is listened to. */
function addressesOn(file: string, port: number): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, local = '', , state = ''] = line.trim().split(/\s+/);
        const [address = '', at] = local.split(':');
        return at === hex && state === '0A' ? [address] : [];
      });
  } catch {
    return [];
  }
}

/** In a user namespace of its own the kernel gives us a limit that nobody else feels. */
async function watchLimit(): Promise<Played> {
  const before = ['unshare', '-Ur', 'sh', '-c', 'echo 2 > /proc/sys/user/max_inotify_watches; exec "$@"', 'sh'];
  try {
    execFileSync(before[0] as string, [...before.slice(1), 'true'], { stdio: 'ignore' });
  } catch {
    return { skipped: 'this machine gives no namespaces of users' };
  }
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`folder-${index}/page.mdx`, '# Page\n']));
  const server = await startServer({ before, files });
  try {
    const failures = await server.until(
      'the notice',
      () => server.said().includes('dev/watch-limit') && server.said().includes('falls back to polling'),
    );
    await wait(1_000);
    mkdirSync(join(server.project, 'later'), { recursive: true });
    server.write({ 'a.mdx': '# A\n\nSeen by polling.\n' });
    failures.push(...(await server.until('the change', async () => (await server.page('/a')).body.includes('Seen by polling.'))));
    return [...failures, ...(await isAlive(server))];
  } finally {
    await server.close();
  }
}
