#!/usr/bin/env node
// Checks the version of Node before anything modern is loaded, so this file keeps to syntax that every ES module engine reads.
const needed = [22, 22];

function isEnough(version) {
  const parts = version.split('.').map(Number);
  return parts[0] > needed[0] || (parts[0] === needed[0] && parts[1] >= needed[1]);
}

const argument = process.argv.length === 3 ? process.argv[2] : '';
if (argument === '--version' || argument === '-v' || argument === '-V') printVersion();
else if (isEnough(process.versions.node)) run();
else startNewerNode();

/** The most asked question loads nothing. */
function printVersion() {
  import('node:fs').then((fs) => {
    console.log(JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version);
  });
}

function run() {
  process.getBuiltinModule('node:module').enableCompileCache();
  const v8 = process.getBuiltinModule('node:v8');
  // V8 lets a heap grow to four times what lives in it before it looks. Measured: a third less memory for 4 % more time.
  v8.setFlagsFromString('--heap-growing-percent=50');
  setRoomForNewObjects(v8, 8);
  let isFinished = false;
  process.on('exit', (code) => {
    // Nothing left to wait for, and yet no result: that is no success.
    if (code === 0 && !isFinished) process.exitCode = 70;
  });
  import('../dist/cli/main.js')
    .then((cli) => cli.main(process.argv.slice(2)))
    .then((code) => {
      isFinished = true;
      process.exitCode = code;
    });
}

/**
 * The room that new objects have before V8 looks which of them live. It begins with 1 MB, too little: a quarter of a build
 * went into looking; and grows to 64, with the native memory behind those objects: a third more memory. A running process
 * cannot set it, but let it grow once, by a few objects that live, and no more. Threads begin with it.
 */
function setRoomForNewObjects(v8, megabytes) {
  v8.setFlagsFromString(`--min-semi-space-size=${megabytes}`);
  v8.setFlagsFromString(`--semi-space-growth-factor=${megabytes}`);
  const isThere = () =>
    v8.getHeapSpaceStatistics().some((space) => space.space_name === 'new_space' && space.space_size >= (megabytes + 1) * 1e6);
  const kept = [];
  while (!isThere() && kept.length < 100) kept.push(Array.from({ length: 2000 }, () => ({})));
  v8.setFlagsFromString('--semi-space-growth-factor=1');
}

/** An npm package named `node` brings a newer Node beside us on machines that have an old one. */
function startNewerNode() {
  Promise.all([import('node:fs'), import('node:path'), import('node:url'), import('node:child_process')]).then((modules) => {
    const [fs, path, url, childProcess] = modules;
    const own = url.fileURLToPath(import.meta.url);
    const newer = findNode(fs, path, path.dirname(own));
    if (newer === undefined) {
      console.error(
        `docsgen needs Node.js ${needed.join('.')} or newer, this is ${process.versions.node}. Install it from https://nodejs.org, or beside docsgen: npm install node@24`,
      );
      process.exitCode = 2;
      return;
    }
    const child = childProcess.spawn(newer, [own].concat(process.argv.slice(2)), { stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      // A terminal sends Ctrl-C to both of us; what `kill` sends to this process alone is passed on.
      process.on(signal, () => child.kill(signal));
    }
    child.on('error', (error) => {
      console.error(`docsgen could not start ${path.basename(newer)}: ${error.code}`);
      process.exitCode = 3;
    });
    child.on('exit', (code, signal) => {
      if (signal === null) process.exitCode = code;
      else {
        process.removeAllListeners(signal);
        process.kill(process.pid, signal);
      }
    });
  });
}

function findNode(fs, path, start) {
  const binary = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  for (let folder = start; ; folder = path.dirname(folder)) {
    const home = path.join(folder, 'node_modules', 'node');
    const executable = path.join(home, binary);
    try {
      const version = JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8')).version;
      if (isEnough(version) && fs.existsSync(executable)) return executable;
    } catch {
      // Not here; look one folder up.
    }
    if (path.dirname(folder) === folder) return undefined;
  }
}
