/** Checks server URLs, to which requests and credentials are sent. */

import { hasControlCharacter } from '../../../model/plain-text.ts';
import { shorten } from '../../../model/shorten.ts';
import { isSafeUrl, urlScheme } from '../../../shared/url.ts';
import type { ApiArea, ApiSeverity } from '../errors.ts';
import { childOf, childrenOf, type SpecNode } from '../read/spec-node.ts';
import type { SpecProblem } from '../read/spec-problem.ts';
import { objectOf, textOf } from '../read/spec-value.ts';
import { serverUrl } from './errors.ts';
import { suggestedKey } from './location-name.ts';

const schemes = ['http', 'https', 'ws', 'wss'];

/**
 * Checks a Server object (OpenAPI 3.1 §4.8.5) with the default values of its variables. Relative URLs are allowed: they
 * are relative to the description.
 */
export function checkServer(area: ApiArea, server: SpecNode): SpecProblem[] {
  const url = textOf(server.value, 'url');
  if (url === undefined) return [];
  const problems: SpecProblem[] = [];
  const say = (message: string, hint: string) =>
    problems.push({ file: server.file, at: `${server.pointer}/url`, say: (location) => serverUrl(area, location, message, hint) });
  const variables = objectOf(server.value, 'variables') ?? {};
  const resolved = url.replace(/\{([^{}]*)\}/g, (whole, name: string) => textOf(variables[name], 'default') ?? whole);
  problems.push(...checkVariables(area, server, ['url'], 'error'));
  const scheme = urlScheme(resolved);
  if (hasControlCharacter(resolved))
    say('the resolved server URL contains control characters', 'remove them from the URL or the defaults of its variables');
  else if (scheme !== undefined && !schemes.includes(scheme))
    say(`server URL "${shorten(url, 80)}": the scheme must be http, https, ws, wss or relative`, 'fix the URL');
  else if (/\s/.test(resolved)) say(`the resolved server URL "${shorten(resolved, 80)}" contains a space`, 'remove the space');
  else if (/[?#]/.test(resolved))
    say(
      `the resolved server URL "${shorten(resolved, 80)}" is not valid: it has a query or a fragment`,
      'remove "?" or "#" and what follows',
    );
  else if (scheme !== undefined && !resolved.includes('{') && !URL.canParse(resolved))
    say(`the resolved server URL "${shorten(resolved, 80)}" is not valid`, 'fix the URL or the defaults of its variables');
  return problems;
}

/**
 * Every `{name}` in the texts of a server must be one of its variables, and every variable must be used. `severity`:
 * for undeclared ones.
 */
function checkVariables(area: ApiArea, server: SpecNode, keys: readonly string[], severity: ApiSeverity): SpecProblem[] {
  const { file } = server;
  const variables = childOf(server, 'variables');
  const used = keys.flatMap((key) =>
    [...(textOf(server.value, key) ?? '').matchAll(/\{([^{}]*)\}/g)].map((match) => ({ key, name: match[1] as string })),
  );
  const say = (at: string, message: string, hint: string, weight: ApiSeverity): SpecProblem => ({
    file,
    at,
    say: (location) => serverUrl(area, location, message, hint, weight),
  });
  return [
    ...used
      .filter(({ name }) => !(variables && childOf(variables, name)))
      .map(({ key, name }) =>
        say(`${server.pointer}/${key}`, `server variable {${name}} is not declared`, `add variables.${name} with a default`, severity),
      ),
    ...childrenOf(variables, true)
      .filter((variable) => !used.some(({ name }) => name === variable.key))
      .map(({ key, pointer }) => {
        const hint = suggestedKey(
          key,
          used.map(({ name }) => name),
          `write {${key}} in the URL, or remove the variable`,
        );
        return say(`key:${pointer}`, `server variable ${key} is not in the URL`, hint, 'warning');
      }),
  ];
}

const protocols = new Set(
  `amqp amqps amqp1 anypointmq googlepubsub http https ibmmq jms kafka kafka-secure mercure mqtt mqtt5 mqtts secure-mqtt nats pulsar
  redis rediss sns solace sqs stomp stomps tcp tls udp ws wss`.split(/\s+/),
);

/** An AsyncAPI server: `host` and `protocol`, or the `url` of 2.x. */
export function checkAsyncServer(server: SpecNode): SpecProblem[] {
  const key = textOf(server.value, 'host') === undefined ? 'url' : 'host';
  const place = textOf(server.value, key);
  const protocol = textOf(server.value, 'protocol');
  const problems: SpecProblem[] = [];
  const say = (message: string, hint: string, at: string) =>
    problems.push({ file: server.file, at: `${server.pointer}/${at}`, say: (location) => serverUrl('asyncapi', location, message, hint) });
  // Custom protocols are allowed: such channels have no console. Protocols that run scripts or open files are not.
  if (protocol !== undefined && !protocols.has(protocol.toLowerCase()) && !isSafeUrl(`${protocol}:`))
    say(
      `protocol "${protocol}" is not supported for the playground`,
      'use a protocol of the AsyncAPI list, such as wss or kafka',
      'protocol',
    );
  problems.push(...checkVariables('asyncapi', server, ['url', 'host', 'pathname'], 'warning'));
  const scheme = place === undefined ? undefined : urlScheme(place);
  // `localhost:1883` looks like a scheme, but is a host with a port.
  const isPort = place !== undefined && /^[\w.-]+:(?:\d|\{)/.test(place);
  if (scheme !== undefined && !isPort && !protocols.has(scheme))
    say(`${key} "${shorten(place ?? '', 80)}": the scheme ${scheme}: is not allowed`, 'write only the host', key);
  return problems;
}
