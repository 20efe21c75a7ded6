/** Classifies the files of a project by name. */

/**
 * A page gets a URL; snippets and components are parts of pages; styles and scripts are loaded by every page; assets
 * are published as they are; `none` is never published.
 */
export type FileKind = 'page' | 'snippet' | 'component' | 'style' | 'script' | 'asset' | 'none';

/** Texts for visitors of the repository; they are pages only when the navigation lists them. */
const repositoryText = /^(?:readme|LICENSE|CHANGELOG|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|AGENTS|CLAUDE|GEMINI)\.md$/;

/**
 * Files for tools, not for readers. Lock files and package files could also reveal more than the author wants to
 * publish.
 */
const toolFile =
  /^(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|pnpm-(?:lock|workspace)\.yaml|yarn\.lock|bun\.lockb?|deno\.(?:jsonc?|lock)|[jt]sconfig(?:\.[\w-]+)?\.json|turbo\.json|vercel\.json|biome\.jsonc?|renovate\.json|Gemfile(?:\.lock)?|Makefile|Dockerfile(?:\..*)?|docker-compose.*\.ya?ml|LICENSE|LICENCE|CODEOWNERS|[\w.-]+\.config\.[cm]?[jt]s|Thumbs\.db|desktop\.ini|.*Zone\.Identifier)$/;

/** `isConfig` is true for docs.json and every file that it refers to. */
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
      // A `skill.md` at the root replaces the generated one and is published as it is.
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
