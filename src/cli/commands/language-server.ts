import { serveLanguage } from '../../apps/language-server/language-server.ts';
import { packageVersion } from '../package-version.ts';

/** `docsgen language-server`: runs until the editor ends it. Returns the exit code of the protocol. */
export function languageServer({ plugins }: { readonly plugins?: boolean }): Promise<number> {
  return serveLanguage({ input: process.stdin, output: process.stdout, version: packageVersion(), usePlugins: plugins === true });
}
