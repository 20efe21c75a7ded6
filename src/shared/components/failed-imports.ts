/** What a page shows for names whose import failed, as the second half of a hint. */

/** `names`: the local names of the import; `isBuiltIn`: whether docsgen has a component of that name. */
export function describeFallback(names: readonly string[], isBuiltIn: (name: string) => boolean): string {
  const components = names.filter((name) => /^[A-Z]/.test(name));
  const own = components.filter(isBuiltIn);
  const unknown = components.filter((name) => !isBuiltIn(name));
  const parts = [
    ...(own.length > 0 ? [`uses its own ${tags(own)}`] : []),
    ...(unknown.length > 0 ? [`shows only the content of ${tags(unknown)}`] : []),
  ];
  if (parts.length === 0) return 'until then, docsgen shows nothing in its place';
  return `until then, docsgen ${parts.join(' and ')}`;
}

function tags(names: readonly string[]): string {
  return names.map((name) => `<${name}>`).join(', ');
}
