/** The servers of an operation with their variables. */

import { definedOnly } from '../../model/defined-only.ts';
import type { ServerView } from '../../model/endpoint.ts';
import { isSafeUrl } from '../../shared/url.ts';
import { objectOf, type SpecValue, textOf, textsOf } from './read/spec-value.ts';

/** Omits servers with unsafe URLs (`javascript:`). */
export function describeServers(servers: readonly SpecValue[]): ServerView[] {
  return servers.flatMap((server) => {
    const url = textOf(server, 'url');
    if (url === undefined || !isSafeUrl(url)) return [];
    const variables = Object.entries(objectOf(server, 'variables') ?? {}).map(([name, variable]) => {
      const values = textsOf(variable, 'enum');
      return {
        name,
        default: textOf(variable, 'default') ?? values[0] ?? '',
        enum: values,
        ...definedOnly({ descriptionMarkdown: textOf(variable, 'description') }),
      };
    });
    return [{ url, variables, ...definedOnly({ name: textOf(server, 'name'), descriptionMarkdown: textOf(server, 'description') }) }];
  });
}
