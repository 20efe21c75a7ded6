/** Which project files a source text imports, found by its words alone: enough to tell a snippet from a page. */

/** `import a from "./x"`, `import "./x"`, `export … from "./x"`, in column 0 as MDX and module scripts write them. */
const statement = /^(?:import|export)\b[^'"`;]*?['"]([^'"\n]+)['"]/gm;

/** Paths as written (`/snippets/a.mdx`, `./b.jsx`) → project paths. Packages and code samples are left out. */
export function importedPaths(text: string, file: string, has: (path: string) => boolean): string[] {
  if (!text.includes('import') && !text.includes('export')) return [];
  const found: string[] = [];
  for (const [, specifier] of withoutFences(text).matchAll(statement)) {
    const path = specifier === undefined ? undefined : resolveImport(specifier, file, has);
    if (path !== undefined) found.push(path);
  }
  return found;
}

function resolveImport(specifier: string, file: string, has: (path: string) => boolean): string | undefined {
  const folder = specifier.startsWith('.') ? file.split('/').slice(0, -1) : [];
  const segments = [...folder];
  for (const segment of specifier.split('/')) {
    if (segment === '..') {
      if (segments.pop() === undefined) return undefined;
    } else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  const path = segments.join('/');
  return [path, `${path}.mdx`, `${path}.md`, `${path}.jsx`, `${path}.tsx`, `${path}.js`, `${path}.ts`].find(has);
}

/** Pages about documentation show imports in code blocks; those import nothing. */
function withoutFences(text: string): string {
  if (!/^[ \t]*(?:`{3}|~{3})/m.test(text)) return text;
  let fence = '';
  return text
    .split('\n')
    .filter((line) => {
      const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
      if (mark === '') return fence === '';
      if (fence === '') fence = mark;
      else if (mark.startsWith(fence)) fence = '';
      return false;
    })
    .join('\n');
}
