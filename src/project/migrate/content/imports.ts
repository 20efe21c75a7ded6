/** Imports of MDX pages: partials become snippets, images become paths, components of the tool are built in. */
import type { SourceSite } from '../model.ts';
import type { LinkSource } from '../resolve-targets.ts';
import { folderOf, joinPath, type SourceFiles } from '../source-files.ts';
import { mapElements, stringOf } from './tags.ts';

/** The site around a page. */
export interface PageContext {
  readonly files: SourceFiles;
  readonly site: SourceSite;
  /** New target of a link or image of a source file. */
  readonly resolve: (target: string, from: LinkSource) => string;
  /** Path of the new snippet of an imported Markdown file. */
  readonly snippet: (source: string) => string;
}

const statement = /^import\s+([^;'"]*?)\s*(?:from\s*)?(['"])([^'"\n]+)\2[ \t]*;?[ \t]*(?:\n|$)/gm;
/** Packages whose components docsgen has itself. */
const ownPackages = /^(?:@theme(?:-original)?\/|@docusaurus\/|@astrojs\/starlight|nextra|astro|react$|clsx|next\/)/;

/** Removes the imports that a docs.json page does not need. Names of snippets are returned. */
export function takeImports(
  source: string,
  from: string,
  context: PageContext,
  report: (what: string, hint: string, needle?: string) => void,
): { readonly text: string; readonly snippets: ReadonlySet<string> } {
  const snippets = new Set<string>();
  const assets = new Map<string, string>();
  const texts = new Map<string, string>();
  let text = source.replace(statement, (whole, clause: string, _, specifier: string) => {
    const name = /^([A-Za-z_$][\w$]*)/.exec(clause)?.[1];
    const path = specifier.replace(/^!*(?:[\w-]+-loader(?:\?[^!]*)?!)+/, '').replace(/\?(?:raw|url)$/, '');
    const file = importedPath(path, from, context.site);
    const isRaw = /raw-loader|\?raw$/.test(specifier);
    if (file !== undefined && name !== undefined && isRaw) {
      const code = context.files.text(file);
      if (code !== undefined) texts.set(name, code);
      return '';
    }
    const found = [file, `${file}.mdx`, `${file}.md`].find((each) => each !== undefined && context.files.has(each));
    if (found !== undefined && name !== undefined) {
      if (/\.mdx?$/.test(found)) {
        snippets.add(name);
        return `import ${name} from "/${context.snippet(found)}";\n`;
      }
      if (/\.(?:png|jpe?g|gif|svg|webp|avif|mp4|webm|pdf)$/i.test(found)) {
        assets.set(name, context.resolve(`/${found}`, { source: '', url: '/' }));
        return '';
      }
    }
    if (!ownPackages.test(specifier) && /[A-Z]/.test(clause) === false)
      report(whole.trim(), 'write the value on the page, or import a component from /snippets');
    return '';
  });
  for (const [name, path] of assets) text = text.replace(new RegExp(`=\\{${name}(?:\\.src|\\.default)?\\}`, 'g'), `="${path}"`);
  if (texts.size > 0)
    text = mapElements(text, 'CodeBlock', (tag, inner) => {
      const name = /^\s*\{\s*([\w$]+)\s*\}\s*$/.exec(inner)?.[1];
      const code = name === undefined ? undefined : texts.get(name);
      const body = code ?? /^\s*\{\s*`([\s\S]*)`\s*\}\s*$/.exec(inner)?.[1] ?? inner;
      const title = stringOf(tag, 'title');
      return `\n\`\`\`\`${stringOf(tag, 'language') ?? ''}${title === undefined ? '' : ` title="${title}"`}\n${body.trim()}\n\`\`\`\`\n`;
    });
  return { text, snippets };
}

/** The project path of an import or a path with an alias. */
function importedPath(written: string, from: string, { aliases = {} }: Pick<SourceSite, 'aliases'>): string | undefined {
  if (/^\.{1,2}\//.test(written)) return joinPath(folderOf(from), written);
  for (const [alias, folder] of Object.entries(aliases))
    if (written.startsWith(`${alias}/`)) return joinPath(folder, written.slice(alias.length + 1));
  return undefined;
}
