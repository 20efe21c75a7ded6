import type { AsyncApiDocument } from './read/load-api.ts';
import { childOf, childrenOf, type SpecNode } from './read/spec-node.ts';
import { isObject } from './read/spec-value.ts';

/**
 * `key` is its name in references and pages; `address` is empty when a 3.x channel has none (AsyncAPI 3.0 "Channel
 * Object").
 */
export interface FoundChannel {
  readonly key: string;
  readonly address: string;
  readonly node: SpecNode;
}

/**
 * The channels of an AsyncAPI description in document order: 2.x keys them by address, 3.x by name. Omits broken
 * references, which the resolver records.
 */
export function channelsOf(document: AsyncApiDocument): FoundChannel[] {
  return childrenOf(childOf(document.root, 'channels'), true).flatMap((channel) => {
    const node = document.refs.deref(channel);
    if (node === undefined || !isObject(node.value)) return [];
    const { address } = node.value;
    return [{ key: channel.key, address: document.version === '2' ? channel.key : typeof address === 'string' ? address : '', node }];
  });
}
