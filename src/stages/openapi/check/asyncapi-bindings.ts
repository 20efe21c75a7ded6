/**
 * Protocol bindings of servers, channels, operations and messages (github.com/asyncapi/bindings): the common protocols,
 * with the keys of all versions of their bindings. Other protocols are not checked, and neither are bindings without
 * `bindingVersion`.
 */

import { childOf, type SpecNode } from '../read/spec-node.ts';
import type { SpecProblem } from '../read/spec-problem.ts';
import { isObject, textOf } from '../read/spec-value.ts';
import { locationName } from './location-name.ts';
import type { ObjectRule, Rules } from './rule-language.ts';
import { problemAt } from './schema-problem.ts';

const methods = "'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|CONNECT|TRACE'";

const exchange = { name: 'string(..255)', type: "'topic|direct|fanout|default|headers'", durable: 'boolean', autoDelete: 'boolean' };

const amqp = {
  channel: { is: "'queue|routingKey'", exchange: 'AmqpExchange', queue: 'AmqpQueue' },
  operation: {
    expiration: 'integer(0..)',
    userId: 'string',
    cc: '[string]',
    priority: 'integer',
    deliveryMode: 'integer(1..2)',
    mandatory: 'boolean',
    bcc: '[string]',
    replyTo: 'string',
    timestamp: 'boolean',
    ack: 'boolean',
  },
  message: { contentEncoding: 'string', messageType: 'string' },
};

const mqtt = {
  server: {
    clientId: 'string',
    cleanSession: 'boolean',
    lastWill: 'MqttLastWill',
    keepAlive: 'integer',
    sessionExpiryInterval: 'any',
    maximumPacketSize: 'any',
  },
  operation: { qos: 'integer(0..2)', retain: 'boolean', messageExpiryInterval: 'any' },
  message: {
    payloadFormatIndicator: 'integer(0..1)',
    correlationData: '&Schema',
    contentType: 'string',
    responseTopic: 'any',
  },
};

const kafka = {
  server: { schemaRegistryUrl: 'string', schemaRegistryVendor: 'string' },
  channel: { topic: 'string', partitions: 'integer(1..)', replicas: 'integer(1..)', topicConfiguration: 'object' },
  operation: { groupId: '&Schema', clientId: '&Schema' },
  message: {
    key: '&Schema',
    schemaIdLocation: "'header|payload'",
    schemaIdPayloadEncoding: 'string',
    schemaLookupStrategy: 'string',
  },
};

const http = {
  operation: { type: "'request|response'", method: methods, query: '&Schema' },
  message: { headers: '&Schema', statusCode: 'integer(100..599)' },
};

const ws = { channel: { method: "'GET|POST'", query: '&Schema', headers: '&Schema' } };

const ibmmq = {
  server: {
    groupId: 'string',
    ccdtQueueManagerName: 'string',
    cipherSpec: 'string',
    multiEndpointServer: 'boolean',
    heartBeatInterval: 'integer(0..999999)',
  },
  channel: {
    destinationType: "'topic|queue'",
    queue: 'IbmmqQueue',
    topic: 'IbmmqTopic',
    maxMsgLength: 'integer(0..104857600)',
  },
  message: { type: "'string|jms|binary'", headers: 'string', description: 'string', expiry: 'integer(0..)' },
};

const protocols: Readonly<Record<string, Readonly<Record<string, ObjectRule['fields']>>>> = {
  amqp,
  mqtt,
  mqtt5: mqtt,
  'secure-mqtt': mqtt,
  mqtts: mqtt,
  kafka,
  'kafka-secure': kafka,
  http,
  ws,
  ibmmq,
};

function bindingsOf(place: 'server' | 'channel' | 'operation' | 'message'): Rules {
  const rules: Record<string, ObjectRule> = {};
  const fields: Record<string, string> = {};
  for (const [protocol, places] of Object.entries(protocols)) {
    const known = places[place];
    if (known === undefined) continue;
    const name = `${protocol} ${place}`;
    const excludes: ObjectRule['excludes'] = protocol === 'ibmmq' && place === 'channel' ? [['queue', 'topic']] : [];
    rules[name] = {
      words: `a ${protocol} binding of a ${place}`,
      fields: { ...known, bindingVersion: 'string' },
      excludes,
      onlyWith: 'bindingVersion',
    };
    fields[protocol] = `&${name}`;
  }
  const others = { pattern: /./, type: 'any', words: 'the name of a protocol' };
  return { ...rules, [`${place[0]?.toUpperCase()}${place.slice(1)}Bindings`]: { words: 'bindings', fields, others } };
}

/** Part of the tables of both AsyncAPI editions: the bindings by location, and the objects inside them. */
export const bindings: Rules = {
  ...bindingsOf('server'),
  ...bindingsOf('channel'),
  ...bindingsOf('operation'),
  ...bindingsOf('message'),
  AmqpExchange: { words: 'an exchange', fields: { ...exchange, vhost: 'string' } },
  AmqpQueue: {
    words: 'a queue',
    fields: { name: 'string(..255)', durable: 'boolean', exclusive: 'boolean', autoDelete: 'boolean', vhost: 'string' },
  },
  MqttLastWill: { words: 'a last will', fields: { topic: 'string', qos: 'integer(0..2)', message: 'string', retain: 'boolean' } },
  IbmmqQueue: { words: 'a queue', fields: { objectName: 'string(..48)!', isPartitioned: 'boolean', exclusive: 'boolean' } },
  IbmmqTopic: {
    words: 'a topic',
    fields: { string: 'string(..10240)', objectName: 'string(..48)', durablePermitted: 'boolean', lastMsgRetained: 'boolean' },
  },
};

/** Rules that tables cannot express: a query and headers are named values, and the first HTTP binding has a type. */
export function checkBindings(
  objects: ReadonlyMap<string, readonly SpecNode[]>,
  follow: (node: SpecNode) => SpecNode | undefined,
): SpecProblem[] {
  const all = (...names: string[]) => names.flatMap((name) => objects.get(name) ?? []);
  const named = [
    ...all('ws channel', 'http operation').flatMap((binding) => childOf(binding, 'query') ?? []),
    ...all('ws channel', 'http message').flatMap((binding) => childOf(binding, 'headers') ?? []),
  ];
  const problems = named.flatMap((place) => {
    const schema = follow(place)?.value;
    if (!isObject(schema) || (schema.type === 'object' && isObject(schema.properties))) return [];
    return [
      problem(place, `${locationName(place)} must be a schema of the type object with properties`, 'write type: object and properties'),
    ];
  });
  for (const binding of all('http operation')) {
    const isFirst = textOf(binding.value, 'bindingVersion') === '0.1.0';
    if (isFirst && childOf(binding, 'type') === undefined)
      problems.push(problem(binding, 'type is required in version 0.1.0 of the HTTP binding', 'write type: request, or type: response'));
  }
  return problems;
}

function problem(node: SpecNode, message: string, hint: string): SpecProblem {
  return problemAt('asyncapi', node, message, { hint });
}
