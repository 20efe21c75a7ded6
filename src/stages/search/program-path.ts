/**
 * Where Pagefind's program lies: in the package of this platform, of which npm installs one. By the rules of Pagefind's
 * own package, its variables for a program elsewhere included.
 */
import { arch, env, platform } from 'node:process';

/** With word division for Chinese and the like, and without. */
const names = ['pagefind_extended', 'pagefind'];

/** `resolver` resolves as a file of the `pagefind` package does: its platforms' packages are its own dependencies. Throws when there is none. */
export function programPath(resolver: NodeJS.Require): string {
  for (const name of names) {
    const chosen = env[`${name.toUpperCase()}_BINARY_PATH`];
    if (chosen) return chosen;
  }
  const place = `${platform === 'win32' ? 'windows' : platform}-${env.npm_config_arch ?? arch}`;
  for (const name of names) {
    try {
      return resolver.resolve(`@pagefind/${place}/bin/${name}${platform === 'win32' ? '.exe' : ''}`);
    } catch {
      // Not under this name.
    }
  }
  throw new Error(`Pagefind has no program for ${place} here`);
}
