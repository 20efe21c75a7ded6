/** Diagnostics of `docsgen migrate`. */
import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';

/** `cli/no-foreign-site`: nothing to convert. `tool`: the one that was asked for. */
export function noForeignSite(dir: string, tool: string | undefined): Diagnostic {
  return diagnostic('cli/no-foreign-site', {
    message: `${dir} contains no ${tool === undefined ? 'site of a known tool' : `${tool} site`}`,
    hint: 'specify the folder that contains the configuration of the tool, or specify the tool with --from',
  });
}

/** `cli/migrate-output`: the new folder cannot be used. */
export function migrateOutput(out: string, reason: string): Diagnostic {
  return diagnostic('cli/migrate-output', { message: `${out} ${reason}`, hint: 'choose another folder with --out' });
}

/** `cli/migrate-in-place`: git could not restore the old pages. */
export function migrateInPlace(dir: string): Diagnostic {
  return diagnostic('cli/migrate-in-place', {
    message: `${dir} has changes that are not committed, or is not in a git repository`,
    hint: 'commit the changes first, so that git can restore the old pages, or write to a new folder with --out',
  });
}
