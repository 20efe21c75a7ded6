import type { PlaygroundServer } from '../../../shared/playground/playground.ts';

/** The URLs of a server: variables with a list of values are expanded; free ones become `*`. */
export function expandedUrls(server: PlaygroundServer): string[] {
  let urls = [server.url];
  for (const { name, enum: values, default: fallback } of server.variables) {
    // The number of combinations is limited: the rest is covered by `*`.
    const fill = values.length > 0 && urls.length * values.length <= 100 ? values : name === 'port' ? ['*'] : ['*', fallback];
    urls = urls.flatMap((url) => (url.includes(`{${name}}`) ? fill.map((value) => url.replaceAll(`{${name}}`, value)) : [url]));
  }
  return urls;
}
