// The images of docs/gallery.mdx, except those of the themes (bench/screens.mjs):
//
//   npm run build && node bench/gallery.mjs [--only search,phone] [--site <built docs>] [--out docs/images/gallery]
//
// Builds docs, opens it in Chromium, and writes JPEG files of at most 30 kB each.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findBrowser } from '../scripts/browser.mjs';
import { serveFolder } from '../scripts/serve-folder.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const maxBytes = 30_000;
const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** Image → page of the documentation, size, and what a reader does there. */
const shots = {
  api: { path: '/apis/example/parcels/send-a-parcel', size: wide },
  playground: { path: '/apis/example/parcels/send-a-parcel', size: wide, act: openPlayground },
  search: {
    path: '/write/pages',
    size: wide,
    act: async (page) => {
      await page.click('#search-bar-entry');
      await page.locator('dialog[open] input').first().fill('redirect');
      await page.locator('.search-option.is-page').first().waitFor();
    },
  },
  components: { path: '/components/cards', size: wide },
  changelog: { path: '/components/updates', size: wide },
  phone: { path: '/write/pages', size: phone },
  'phone-api': { path: '/apis/example/parcels/send-a-parcel', size: phone },
};

/** Colours of a terminal, by the numbers of its escape sequences. */
const terminalColors = {
  light: { background: '#ffffff', text: '#1f2328', 31: '#cf222e', 33: '#9a6700', 36: '#1b7c83', 2: '#59636e' },
  dark: { background: '#0d1117', text: '#e6edf3', 31: '#ff7b72', 33: '#d29922', 36: '#39c5cf', 2: '#9198a1' },
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: [...Object.keys(shots), 'overlay', 'check'].join(',') },
    site: { type: 'string' },
    out: { type: 'string', default: join(root, 'docs/images/gallery') },
  },
});
const out = resolve(values.out);
const only = values.only.split(',');
mkdirSync(out, { recursive: true });

const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--headless', '--no-sandbox', '--disable-gpu'] });
const work = mkdtempSync(join(tmpdir(), 'docsgen-gallery-'));
try {
  const site = values.site ?? join(work, 'site');
  if (!values.site)
    execFileSync(process.execPath, [join(root, 'bin/docsgen.js'), 'build', join(root, 'docs'), '--out', site, '--allow-errors', '--quiet']);
  const server = await serveFolder(site);
  for (const [name, { path, size, act }] of Object.entries(shots)) {
    if (!only.includes(name)) continue;
    for (const mode of ['light', 'dark']) await shoot(`${name}-${mode}`, server.origin + path, { size, mode, act });
  }
  await server.close();
  if (only.includes('overlay')) await overlay();
  if (only.includes('check')) await terminal();
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}

async function shoot(name, url, { size, mode, act }) {
  const page = await browser.newPage({
    bypassCSP: true,
    reducedMotion: 'reduce',
    viewport: size,
    deviceScaleFactor: 0.6,
    colorScheme: mode,
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  // Headless Chromium without a GPU draws blurred backdrops upside down.
  await page.addStyleTag({ content: '::backdrop{backdrop-filter:none!important}' });
  await act?.(page);
  await page.waitForLoadState('networkidle');
  await save(page, name);
  await page.close();
}

async function openPlayground(page) {
  await page.click('.playground-open');
  await page.getByRole('button', { name: 'Use example' }).click();
}

/** The best quality within the limit. */
async function save(page, name, options = {}) {
  const path = join(out, `${name}.jpeg`);
  for (let quality = 82; ; quality -= 4) {
    const { length } = await page.screenshot({ path, type: 'jpeg', quality, ...options });
    if (length <= maxBytes) break;
    if (quality < 40) throw new Error(`${path} has ${length} bytes`);
  }
  console.log(path);
}

/** `docsgen dev` with a page that cannot be compiled. */
async function overlay() {
  const project = join(work, 'project');
  cpSync(join(root, 'templates/starter'), project, { recursive: true });
  const dev = spawn(process.execPath, [join(root, 'bin/docsgen.js'), 'dev', project, '--port', '0', '--no-open'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const origin = await new Promise((found, fail) => {
      let text = '';
      dev.stdout.on('data', (chunk) => {
        text += chunk;
        const [url] = /http:\/\/[\w.]+:\d+/.exec(text) ?? [];
        if (url) found(url);
      });
      dev.on('exit', () => fail(new Error(`docsgen dev ended: ${text}`)));
    });
    const start = join(project, 'index.mdx');
    writeFileSync(start, `${readFileSync(start, 'utf8')}\n<Card title="Next" href={page>\n`);
    for (const mode of ['light', 'dark']) {
      await shoot(`overlay-${mode}`, origin, { size: wide, mode, act: (page) => page.locator('docsgen-dev .overlay').waitFor() });
    }
  } finally {
    dev.kill();
  }
}

/** The output of `docsgen check` for a page with mistakes, as a terminal shows it. */
async function terminal() {
  const project = join(work, 'checked');
  cpSync(join(root, 'templates/starter'), project, { recursive: true });
  const start = join(project, 'quickstart.mdx');
  const mistakes = '\n<Card titel="Next" icon="rockte" href="/quickstrat">Read on.</Card>\n\n![](/images/logo.png)\n';
  writeFileSync(start, `${readFileSync(start, 'utf8')}${mistakes}`);
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/docsgen.js'), 'check'], {
    cwd: project,
    env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: '' },
    encoding: 'utf8',
  });
  const text = `$ docsgen check\n${stdout}${stderr}`;
  for (const mode of ['light', 'dark']) {
    const page = await browser.newPage({ viewport: { width: 1000, height: 100 }, deviceScaleFactor: 0.8, colorScheme: mode });
    await page.setContent(terminalPage(text, mode));
    await save(page, `check-${mode}`, { fullPage: true });
    await page.close();
  }
}

function terminalPage(text, mode) {
  const { background, text: foreground, ...colors } = terminalColors[mode];
  const escaped = (part) => part.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  // Each sequence opens a style, or closes the last one.
  const html = text
    .split(new RegExp(`${String.fromCharCode(27)}\\[(\\d+)m`))
    .map((part, index) => {
      if (index % 2 === 0) return escaped(part);
      if (part === '1') return '<span style="font-weight:700">';
      return part in colors ? `<span style="color:${colors[part]}">` : '</span>';
    })
    .join('');
  return `<body style="margin:0;background:${background};color:${foreground}"><pre style="margin:24px;font:15px/1.5 'DejaVu Sans Mono',monospace;white-space:pre-wrap">${html}</pre></body>`;
}
