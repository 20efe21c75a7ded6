// The notices of bundled packages: name, version, licence, and licence text.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** `inputs` are the bundled files in esbuild's metafile. Returns one text, sorted by package. */
export function notices(inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match) folders.add(resolve(match[1]));
  }
  const parts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const files = existsSync(folder)
      ? readdirSync(folder)
          .filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file))
          .sort()
      : [];
    const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
    return { label: `${name}@${version}`, text: `${name}@${version} (${license ?? 'see below'})\n\n${text}`.trim() };
  });
  const unique = new Map(parts.map(({ label, text }) => [label, text]));
  const sorted = [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return `docsgen contains code of these packages, under their own licences.\n\n${sorted.join(`\n\n${'─'.repeat(80)}\n\n`)}\n`;
}
