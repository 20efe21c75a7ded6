import type { Entries } from './entry.ts';

/** The command line, and commands that change a project. */
export const commandLine = {
  'cli/project': { severity: 'error', failure: 'command', text: 'The folder does not exist. Specify the folder that contains `docs.json`' },
  'cli/outdir': {
    severity: 'error',
    failure: 'command',
    text: 'The output folder is the project, contains the project, or is a symbolic link. Choose another folder with `--out`',
  },
  'cli/outdir-foreign': {
    severity: 'error',
    failure: 'command',
    text: 'The output folder contains files that docsgen did not write. Use an empty folder, or `--force-clean` to delete them',
  },
  'cli/not-empty': {
    severity: 'error',
    failure: 'command',
    text: '`docsgen new` was run for a folder that contains files. Choose a new folder',
  },
  'cli/migrated': {
    severity: 'error',
    failure: 'command',
    text: '`docsgen migrate` was run in a folder that already has a `docs.json`. To convert `mint.json` again, remove `docs.json` first',
  },
  'cli/no-mint-json': {
    severity: 'error',
    failure: 'command',
    text: '`docsgen migrate` found no `mint.json`. Specify the folder that contains it',
  },
  'cli/no-foreign-site': {
    severity: 'error',
    failure: 'command',
    text: '`docsgen migrate` found no site of this tool. Specify the folder that contains its configuration',
  },
  'cli/migrate-output': {
    severity: 'error',
    failure: 'command',
    text: 'The folder for the new site is not empty, or is the folder of the old site. With `--verify`, it must contain a `docs.json`. Choose another folder with `--out`',
  },
  'cli/migrate-in-place': {
    severity: 'error',
    failure: 'command',
    text: '`docsgen migrate --in-place` replaces pages, so git must be able to restore them. Commit your changes first',
  },
  'cli/rename-missing': {
    severity: 'error',
    failure: 'command',
    text: 'The page, file or folder to rename does not exist. Write the path relative to the folder that contains `docs.json`',
  },
  'cli/rename-exists': {
    severity: 'error',
    failure: 'command',
    text: 'The new path already exists. On some disks, names that differ only in letter case are the same name',
  },
  'cli/rename-place': {
    severity: 'error',
    failure: 'command',
    text: 'The new path is not allowed: it is outside the docs folder, in a folder that docsgen never publishes, or has the extension of another file type',
  },
  'cli/rename-config': {
    severity: 'error',
    failure: 'command',
    text: 'docsgen cannot edit `docs.json` because of errors in it. Run `docsgen check`',
  },
  'cli/rename-redirects': {
    severity: 'error',
    failure: 'command',
    text: 'The redirects are in a YAML file, which docsgen cannot edit. Use `--no-redirect` and add them by hand',
  },
  'cli/rename-breaks': {
    severity: 'error',
    failure: 'command',
    text: 'The move would cause the problems that follow this message. docsgen changed nothing',
  },
  'cli/preview-repository': {
    severity: 'error',
    failure: 'command',
    text: '`docsgen preview` was run outside a git repository, so there is nothing to compare with',
  },
  'cli/preview-ref': {
    severity: 'error',
    failure: 'command',
    text: 'The commit in `--base` does not exist in this repository. In a shallow checkout, fetch the commit first',
  },
  'cli/preview-checkout': {
    severity: 'error',
    failure: 'command',
    text: '`docsgen preview` cannot check out the base commit in a temporary folder',
  },
  'cli/preview-base': {
    severity: 'error',
    failure: 'command',
    text: 'docsgen cannot build the site at the base commit. Choose another commit with `--base`',
  },
} as const satisfies Entries;
