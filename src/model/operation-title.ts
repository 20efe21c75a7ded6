/**
 * The title of an operation without a summary: `GET`, `/users/{id}/posts` → `Get users posts`. The host of an absolute
 * URL is ignored.
 */
export function operationTitle(method: string, path: string): string {
  const words = path
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
    .split('/')
    .flatMap((segment) => (segment === '' || /[{}]/.test(segment) ? [] : segment.replace(/[-_]+/g, ' ').trim()))
    .filter((word) => word !== '');
  return [method.charAt(0) + method.slice(1).toLowerCase(), ...words].join(' ');
}
