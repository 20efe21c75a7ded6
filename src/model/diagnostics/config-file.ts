import type { Entries } from './entry.ts';

/** docs.json as a file. */
export const configFile = {
  'config/auth': {
    severity: 'error',
    text: 'A setting or an environment variable for [sign-in](/sign-in) is missing or invalid',
  },
  'config/auth-secret': {
    severity: 'error',
    text: 'A secret for sign-in is too short, too simple, or copied from the example in this documentation',
  },
  'config/private-part': {
    severity: 'notice',
    text: 'Restricted pages are in a folder next to the output folder. Only `docsgen serve` reads it. Do not publish this folder with another web server',
  },
  'config/missing': {
    severity: 'error',
    text: 'The folder contains no `docs.json`. Go to the folder that contains it, or specify that folder',
  },
  'config/other-tool': {
    severity: 'error',
    text: 'The folder contains a site of another tool and no `docs.json`. Convert it with the command in the message. See [Migrate from other tools](/migrate-from)',
  },
  'config/from-folders': {
    severity: 'notice',
    text: 'The folder contains Markdown files and no `docs.json`. docsgen builds a site whose navigation follows the folders and file names',
  },
  'config/unreadable': { severity: 'error', text: 'docsgen cannot open `docs.json`. Check its permissions' },
  'config/encoding': {
    severity: 'error',
    otherwise: ['warning'],
    text: '`docs.json` is not UTF-8. Save it as UTF-8. An unpaired surrogate in a string (`\\ud800`) is a warning',
  },
  'config/too-large': { severity: 'error', text: '`docs.json` is larger than 5 MiB. Split it with `$ref`' },
  'config/json': {
    severity: 'error',
    text: '`docs.json` is not valid JSON: for example, it contains a comment, an extra comma or an unclosed quote',
  },
  'config/yaml': { severity: 'error', text: 'A YAML file in a `$ref` cannot be parsed' },
  'config/ref': {
    severity: 'error',
    text: 'A `$ref` points to a file that does not exist or is outside the project, or references form a cycle',
  },
  'config/too-deep': { severity: 'error', text: '`docs.json` is nested deeper than 32 levels. Use fewer nested groups' },
  'config/duplicate-key': { severity: 'warning', text: 'A key appears twice. docsgen uses the last one' },
  'config/legacy': { severity: 'notice', text: 'docsgen read a `mint.json`. Run `docsgen migrate`' },
  'config/migrate-left-out': { severity: 'warning', text: 'A key of `mint.json` has no equivalent in `docs.json`' },
  'config/missing-override': { severity: 'warning', text: 'A file in `docsgen.overrides` does not exist. docsgen shows the built-in part' },
  'config/unknown-slot': { severity: 'warning', text: 'A `<docs-slot>` names a slot that this part does not have' },
  'config/not-yet': { severity: 'notice', text: 'This version of docsgen accepts these settings but does not use them' },
} as const satisfies Entries;
