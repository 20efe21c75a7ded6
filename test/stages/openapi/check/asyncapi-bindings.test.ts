import { expect, test } from 'vitest';
import { memory } from '../../../../src/platform/files/memory.ts';
import { checkApi } from '../../../../src/stages/openapi/check/check-api.ts';

/** What a binding of a channel, operation or message is told; the version stands in it unless it is given. */
function reported(place: 'server' | 'channel' | 'operation' | 'message', protocol: string, binding: object): string[] {
  const bindings = { [protocol]: { bindingVersion: '0.1.0', ...binding } };
  const on = (name: string) => (name === place ? { bindings } : {});
  const description = {
    asyncapi: '2.6.0',
    info: { title: 'T', version: '1' },
    servers: { s: { url: 'a.example', protocol: 'kafka', ...on('server') } },
    channels: { c: { ...on('channel'), publish: { ...on('operation'), message: on('message') } } },
  };
  const found = checkApi({ files: memory({ 'a.json': JSON.stringify(description) }), source: 'a.json' });
  return found.map(({ message }) => message.replace(/ \(#.*/, ''));
}

const named = { type: 'object', properties: { a: { type: 'string' } } };

test.each([
  ['channel', 'amqp', { is: 'queue', queue: { name: 'q', durable: true, vhost: '/' } }],
  ['channel', 'ws', { method: 'GET', query: named, headers: named }],
  ['channel', 'kafka', { topic: 't', partitions: 3, topicConfiguration: { 'cleanup.policy': ['delete'] } }],
  ['operation', 'mqtt', { qos: 2, retain: false }],
  ['operation', 'http', { type: 'request', method: 'GET', query: named }],
  ['message', 'ibmmq', { type: 'jms', expiry: 0 }],
  ['server', 'mqtt', { lastWill: { topic: '/gone', qos: 2, message: 'm', retain: false }, keepAlive: 60 }],
  ['channel', 'nats', { anything: true }],
] as const)('should take a right %s binding of %s', (place, protocol, binding) => {
  expect(reported(place, protocol, binding)).toEqual([]);
});

test.each([
  ['channel', 'amqp', { is: 'topic' }, 'amqp.is must be one of queue, routingKey, got "topic"'],
  ['channel', 'amqp', { exchange: { name: 'x'.repeat(256) } }, 'exchange.name must be at most 255 characters, got 256'],
  ['channel', 'ws', { method: 'PUT' }, 'ws.method must be one of GET, POST, got "PUT"'],
  ['channel', 'ws', { headers: { type: 'string' } }, 'ws.headers must be a schema of the type object with properties'],
  ['channel', 'ibmmq', { queue: {} }, 'objectName of ibmmq.queue is required'],
  ['channel', 'ibmmq', { queue: { objectName: 'q' }, topic: {} }, 'bindings.ibmmq has both queue and topic'],
  ['operation', 'http', { method: 'GET' }, 'type is required in version 0.1.0 of the HTTP binding'],
  ['operation', 'amqp', { deliveryMode: 3 }, 'amqp.deliveryMode must be 1 to 2, got 3'],
  ['operation', 'amqp', { expiration: -1 }, 'amqp.expiration must be at least 0, got -1'],
  ['operation', 'amqp', { priority: 1.5 }, 'amqp.priority must be an integer, got number 1.5'],
  ['message', 'kafka', { kye: named }, 'unknown key "kye" in a kafka binding of a message'],
] as const)('should report the problem in a %s binding of %s: %j', (place, protocol, binding, message) => {
  expect(reported(place, protocol, binding)).toContain(message);
});

test('should hold a binding without a version to no table', () => {
  expect(reported('message', 'kafka', { bindingVersion: undefined, kye: 1 })).toEqual([]);
});
