// `node scripts/release-notes.mjs <version>`: prints the section of a version in CHANGELOG.md. Exits with 1 unless the tag, package.json,
// package-lock.json and the change log agree, so that a release stops before it publishes anything.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const version = (process.argv[2] ?? '').replace(/^v/, '');
if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) fail('usage: node scripts/release-notes.mjs <version>, such as 1.2.3 or v1.2.3');

const read = (path) => readFileSync(join(root, path), 'utf8');
const lock = JSON.parse(read('package-lock.json'));
for (const [file, found] of [
  ['package.json', JSON.parse(read('package.json')).version],
  ['package-lock.json', lock.version],
  ['packages[""] of package-lock.json', lock.packages[''].version],
]) {
  if (found !== version)
    fail(`the tag is ${version}, but the version in ${file} is ${found}: run npm version ${version} --no-git-tag-version`);
}

const sections = read('CHANGELOG.md').split(/^(?=## )/m);
const section = sections.find((text) => text.startsWith(`## [${version}]`));
if (section === undefined) fail(`CHANGELOG.md has no section ## [${version}]: rename [Unreleased] and add the date`);
const [heading = '', ...lines] = section.split('\n');
if (!/ - \d{4}-\d{2}-\d{2}$/.test(heading)) fail(`the heading "${heading}" has no date: write ## [${version}] - YYYY-MM-DD`);
// Links of the headings follow the last section.
const notes = lines.filter((line) => !/^\[[^\]]+\]: \S+$/.test(line)).join('\n');
if (!/^- \S/m.test(notes)) fail(`the section ## [${version}] of CHANGELOG.md lists no changes`);
process.stdout.write(`${notes.trim()}\n`);

function fail(message) {
  console.error(message);
  process.exit(1);
}
