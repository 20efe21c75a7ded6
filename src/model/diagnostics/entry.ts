/** An error fails the command, and so does a warning under `--strict`; a notice never does. */
export type Severity = 'error' | 'warning' | 'notice';

/** The first part of every code, with its description for users. */
export const areas = {
  cli: 'the command line, and commands that change a project',
  dev: 'the development server',
  config: '`docs.json`: the file, the settings, the navigation and their environment variables',
  site: 'the built site as a whole',
  mdx: 'the text of a page, its code, and the files that it imports',
  content: 'files that are not pages, and problems that involve several pages',
  plugins: 'remark and rehype plugins, and `docsgen.config.ts`',
  links: 'links and the paths of images and other files',
  a11y: 'accessibility',
  i18n: 'translations',
  icons: 'icons',
  fonts: 'fonts',
  styles: 'stylesheets',
  static: 'files that docsgen publishes unchanged',
  search: 'the search index',
  thumbnails: 'social images',
  security: 'the Content-Security-Policy of the site',
  openapi: 'an OpenAPI description',
  asyncapi: 'an AsyncAPI description',
  fs: 'names of files and symbolic links',
  io: 'reading and writing files on this computer',
} as const;

/** The area of a code. */
export type Area = keyof typeof areas;

/**
 * What an error with this code does to a build: `project` fails it; `page` fails it unless `--allow-errors` is set;
 * `command` and `environment` end it with the exit codes for a wrong command line and for a problem of the host.
 */
export type Failure = 'project' | 'page' | 'command' | 'environment';

/** What docsgen knows about a code. */
export interface Entry {
  /** The severity, unless a call states one of `otherwise`. */
  readonly severity: Severity;
  /** Other severities that the problem can have; `text` says when. */
  readonly otherwise?: readonly Severity[];
  /** Default: `project`. */
  readonly failure?: Failure;
  /** The problem and its fix, as Markdown: a row of docs/reference/diagnostics.mdx, and the rule in SARIF. */
  readonly text: string;
}

/** Entries by code. */
export type Entries = Readonly<Partial<Record<`${Area}/${string}`, Entry>>>;
