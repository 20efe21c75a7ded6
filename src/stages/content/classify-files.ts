/** What each file of a project is, by its name alone (docs-json-spec 9, 3.10). */

/**
 * A page gets an address; snippets and components are parts of pages; styles and scripts are on every page
 * (docs-json-spec 3.10); assets are published as they are; `none` never leaves the project.
 */
export type FileKind = 'page' | 'snippet' | 'component' | 'style' | 'script' | 'asset' | 'none';

/** Texts for readers of the repository; pages only when the navigation lists them. */
const repositoryText = /^(?:readme|LICENSE|CHANGELOG|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|AGENTS|CLAUDE|GEMINI)\.md$/;

/** Tools read these, readers never do. Lock files and package files also tell more than an author means to publish. */
const toolFile =
  /^(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|pnpm-(?:lock|workspace)\.yaml|yarn\.lock|bun\.lockb?|deno\.(?:jsonc?|lock)|[jt]sconfig(?:\.[\w-]+)?\.json|turbo\.json|vercel\.json|biome\.jsonc?|renovate\.json|Gemfile(?:\.lock)?|Makefile|Dockerfile(?:\..*)?|docker-compose.*\.ya?ml|LICENSE|LICENCE|CODEOWNERS|[\w.-]+\.config\.[cm]?[jt]s|Thumbs\.db|desktop\.ini|.*Zone\.Identifier)$/;

/** `isConfig` says of docs.json and every file that it refers to. */
export function classifyFile(path: string, isConfig: (path: string) => boolean): FileKind {
  const segments = path.split('/');
  const name = segments.at(-1) ?? '';
  if (path === 'docs.json' || path === 'mint.json' || isConfig(path)) return 'none';
  if (segments.some((segment) => segment.startsWith('.') && segment !== '.well-known')) return 'none';

  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';
  switch (extension) {
    case 'mdx':
    case 'md':
      if (segments[0] === '.well-known') return 'asset';
      if (segments.slice(0, -1).some((segment) => segment === 'snippets' || segment === '_snippets')) return 'snippet';
      // `skill.md` at the root stands for the generated one (docs-json-spec 13) and is published as it is.
      if (path === 'skill.md') return 'asset';
      return repositoryText.test(name.replace(/^readme/i, 'readme').replace(/\.MD$/, '.md')) ? 'snippet' : 'page';
    case 'jsx':
    case 'tsx':
    case 'ts':
    case 'mts':
    case 'cts':
      return 'component';
  }
  if (toolFile.test(name)) return 'none';
  switch (extension) {
    case 'css':
      return 'style';
    case 'js':
      return 'script';
    case 'map':
    case 'cjs':
    case 'mjs':
    case 'vue':
    case 'svelte':
    case 'astro':
    case 'py':
    case 'sh':
    case 'lock':
    case 'log':
    case 'swp':
      return 'none';
    default:
      return 'asset';
  }
}
