/**
 * Finds Pagefind's program in the package for this platform, of which npm installs one. Follows the rules of Pagefind's
 * own package, including its environment variables for another path.
 */

/** With and without word segmentation for Chinese and similar languages. */
const names = ['pagefind_extended', 'pagefind'];

/**
 * `resolver` resolves from the `pagefind` package, whose dependencies are the platform packages. Throws when there is
 * none.
 */
export function programPath(resolver: NodeJS.Require): string {
  const { arch, env, platform } = process;
  for (const name of names) {
    const chosen = env[`${name.toUpperCase()}_BINARY_PATH`];
    if (chosen) return chosen;
  }
  const place = `${platform === 'win32' ? 'windows' : platform}-${env.npm_config_arch ?? arch}`;
  for (const name of names) {
    try {
      return resolver.resolve(`@pagefind/${place}/bin/${name}${platform === 'win32' ? '.exe' : ''}`);
    } catch {
      // Not installed under this name.
    }
  }
  throw new Error(`Pagefind has no program for ${place}`);
}
