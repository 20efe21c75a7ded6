// Screenshots: every theme × light and dark × wide and narrow for one page of a project.
//
//   npm run build && node bench/screens.mjs [--project docs] [--page /write/pages] [--themes mint,palm] [--widths
//   1440,390]
//                                           [--modes light,dark] [--full] [--out <folder>] [--thumbnails <folder>]
//
// Writes a PNG for each, and one sheet per theme with all of its screenshots. With `--thumbnails`, writes small images
// `<theme>-<mode>.jpeg` instead, as on the themes page of the documentation: `--project templates/starter --page
// / --thumbnails docs/images/themes`.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findBrowser } from '../scripts/browser.mjs';
import { serveFolder } from '../scripts/serve-folder.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const allThemes = 'mint,maple,palm,willow,linden,almond,aspen,sequoia,luma';
const { values } = parseArgs({
  options: {
    project: { type: 'string', default: join(root, 'docs') },
    page: { type: 'string', default: '/write/pages' },
    themes: { type: 'string', default: allThemes },
    widths: { type: 'string', default: '1440,390' },
    modes: { type: 'string', default: 'light,dark' },
    full: { type: 'boolean', default: false },
    thumbnails: { type: 'string' },
    out: { type: 'string', default: join(tmpdir(), 'docsgen-screens') },
  },
});
const out = resolve(values.out);
const widths = values.widths.split(',').map(Number);
const modes = values.modes.split(',');
mkdirSync(out, { recursive: true });

const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--headless', '--no-sandbox', '--disable-gpu'] });
const work = mkdtempSync(join(tmpdir(), 'docsgen-screens-'));
try {
  for (const theme of values.themes.split(',')) {
    const server = await serveFolder(buildWith(theme));
    const url = server.origin + values.page;
    if (values.thumbnails) for (const mode of modes) await thumbnail(url, join(resolve(values.thumbnails), `${theme}-${mode}.jpeg`), mode);
    else await pictureAll(url, theme);
    await server.close();
  }
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}

/** Builds the project in another theme; returns the site folder. */
function buildWith(theme) {
  const project = join(work, theme);
  const site = join(work, `${theme}-site`);
  cpSync(values.project, project, { recursive: true });
  const settings = JSON.parse(readFileSync(join(project, 'docs.json'), 'utf8'));
  writeFileSync(join(project, 'docs.json'), JSON.stringify({ ...settings, theme }));
  const command = [join(root, 'bin/docsgen.js'), 'build', project, '--out', site, '--allow-errors'];
  execFileSync(process.execPath, command, { stdio: ['ignore', 'ignore', 'inherit'] });
  return site;
}

/** A browser page that shows `url`, after loading. */
async function open(url, options) {
  const page = await browser.newPage({ reducedMotion: 'reduce', bypassCSP: true, ...options });
  // A font that loads late is not used on this page, so the screenshot waits for it.
  await page.route(url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('font-display:optional', 'font-display:block') });
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  // Also for sites with a fixed initial mode.
  await page.evaluate((isDark) => document.documentElement.classList.toggle('dark', isDark), options.colorScheme === 'dark');
  return page;
}

async function pictureAll(url, theme) {
  const pictures = [];
  for (const width of widths) for (const mode of modes) pictures.push(await picture(url, { theme, width, mode }));
  await sheet(theme, pictures);
  console.log(join(out, `${theme}.png`));
}

async function picture(url, { theme, width, mode }) {
  const page = await open(url, { viewport: { width, height: width > 600 ? 1000 : 844 }, colorScheme: mode });
  const path = join(out, `${theme}-${width}-${mode}.png`);
  if (values.full) await readToTheEnd(page);
  await page.screenshot({ path, fullPage: values.full });
  await page.close();
  return { path, width };
}

/** Scrolls down, so that lazy content is rendered: diagrams, images. */
async function readToTheEnd(page) {
  await page.evaluate(async () => {
    const step = innerHeight / 2;
    for (let top = 0; top < document.documentElement.scrollHeight; top += step) {
      scrollTo(0, top);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  });
  await page.waitForLoadState('networkidle');
  // A busy host may skip an element, so this scrolls to it again.
  await page.waitForFunction(() => {
    const diagram = document.querySelector('docs-mermaid:not([data-drawn], :has(.mermaid-error))');
    diagram?.scrollIntoView();
    return !diagram;
  });
  await page.evaluate(() => scrollTo(0, 0));
}

async function thumbnail(url, path, mode) {
  mkdirSync(dirname(path), { recursive: true });
  const page = await open(url, { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 0.6, colorScheme: mode });
  // The best quality within 30 kB.
  for (let quality = 82; quality >= 50; quality -= 4) {
    const { length } = await page.screenshot({ path, type: 'jpeg', quality });
    if (length <= 30_000) break;
  }
  await page.close();
}

/** All screenshots of a theme on one sheet, at half size. */
async function sheet(theme, pictures) {
  const page = await browser.newPage({ viewport: { width: pictures.reduce((sum, { width }) => sum + width / 2 + 12, 12), height: 540 } });
  const images = pictures.map(({ path, width }) => {
    const data = readFileSync(path).toString('base64');
    return `<img width="${width / 2}" src="data:image/png;base64,${data}" alt="">`;
  });
  await page.setContent(`<body style="display:flex;gap:12px;align-items:start;margin:12px;background:#888">${images.join('')}`);
  await page.screenshot({ path: join(out, `${theme}.png`), fullPage: true });
  await page.close();
}
