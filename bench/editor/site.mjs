// A copy of a site that an editor may change, and the parts of it that the capabilities of the language server are tried on.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Where the group of the navigation goes if no file of the site has a `$ref`. */
const part = 'navigation-part.json';

/**
 * Copies a site without its history. If its docs.json has no `$ref`, one group of the navigation moves to a file of its own.
 *
 * @param {string} from
 * @param {string} to
 */
export function copySite(from, to) {
  cpSync(from, to, { recursive: true, filter: (path) => !['.git', 'node_modules', '.docsgen'].includes(basename(path)) });
  const file = join(to, 'docs.json');
  const text = readFileSync(file, 'utf8');
  if (text.includes('"$ref"')) return;
  const config = JSON.parse(text);
  const taken = takeGroup(config.navigation);
  if (taken === undefined) throw new Error(`${from}: the navigation has no group with pages`);
  writeFileSync(join(to, part), `${JSON.stringify(taken, undefined, 2)}\n`);
  writeFileSync(file, `${JSON.stringify(config, undefined, 2)}\n`);
}

/** Replaces the last group that only lists pages. */
function takeGroup(node) {
  for (const [key, value] of Object.entries(node ?? {}).reverse()) {
    if (typeof value !== 'object' || value === null) continue;
    const isGroup = typeof value.group === 'string' && value.pages?.length > 1 && value.pages.every((page) => typeof page === 'string');
    if (isGroup && Array.isArray(node)) {
      node[Number(key)] = { $ref: `./${part}` };
      return value;
    }
    const found = takeGroup(value);
    if (found) return found;
  }
  return undefined;
}

/**
 * What a site has for each capability.
 *
 * @param {string} dir
 */
export function samplesOf(dir) {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.mdx$/.test(path) && !/(?:^|\/)(?:node_modules|\.docsgen)\//.test(path));
  const text = (file) => readFileSync(join(dir, file), 'utf8');
  const pages = files.filter((path) => !/(?:^|\/)_?snippets\//.test(path)).map((file) => ({ file, text: text(file) }));
  const ordinary = pages.filter(({ text: { length } }) => length < 30_000);
  const pick = (list) => list[Math.floor(list.length / 2)];
  const linked = pick(
    ordinary.flatMap((page) => {
      const href = /\]\(\/([^)#\s]+)\)/.exec(page.text)?.[1];
      const target = href === undefined ? undefined : [`${href}.mdx`, `${href}/index.mdx`].find((path) => existsSync(join(dir, path)));
      const heading = target === undefined ? null : /^## +([\w ]+)$/m.exec(text(target));
      return target === undefined || heading === null ? [] : [{ ...page, href: `/${href}`, target, heading: heading[1].trim() }];
    }),
  );
  const importing = pick(
    ordinary.flatMap((page) => {
      const found = /^import (\w+) from (["'])(\/[^"']+\.mdx)\2/m.exec(page.text);
      const isUsed = found !== null && page.text.includes(`<${found[1]}`) && existsSync(join(dir, found[3]));
      return isUsed ? [{ ...page, name: found[1], snippet: found[3] }] : [];
    }),
  );
  const operation = pick(
    ordinary.flatMap((page) => {
      const found = /^openapi: *["']?((?:\S+ )?(?:GET|POST|PUT|DELETE|PATCH) [^\s"']+)/m.exec(page.text);
      return found === null ? [] : [{ ...page, operation: found[1] }];
    }),
  );
  const config = text('docs.json');
  const reference = /"\$ref": *"\.?\/?([^"#]+)"/.exec(config)?.[1];
  for (const [name, found] of Object.entries({ linked, importing, operation, reference }))
    if (found === undefined) throw new Error(`the site has nothing to try "${name}" on`);
  return { pages: pages.length, config, linked, importing, operation, reference };
}
