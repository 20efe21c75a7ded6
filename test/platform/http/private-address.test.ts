import { describe, expect, test } from 'vitest';
import { isPrivateAddress, isPrivateHost } from '../../../src/platform/http/private-address.ts';

describe('isPrivateAddress', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '168.63.129.16',
    '100.64.0.1',
    '198.19.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '0.0.0.0',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:0:7f00:1',
    '64:ff9b::a00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:0:0:0:0:a00:1',
    '0064:FF9B::0A00:0001',
    '64:ff9b::1',
    '0:0:0:0:0:ffff:7f00:1',
    '::FFFF:7F00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    'fd00::1',
    'fe80::1',
    '5f00::1',
    '100:0:0:1::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
  ])('keeps %s out of the public network', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  test.each([
    '93.184.215.14',
    '172.32.0.1',
    '100.128.0.1',
    '2606:2800:21f:cb07:6820:80da:af6b:8b2c',
    '::ffff:93.184.215.14',
    '::ffff:5db8:d70e',
    '64:ff9b::5db8:d70e',
    '64:ff9b:0:0:0:0:5db8:d70e',
    'example.com',
    '',
  ])('takes %s for public', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });
});

describe('isPrivateHost', () => {
  test.each([
    'localhost',
    'LOCALHOST.',
    'api.localhost',
    'printer.local',
    'metadata.google.internal',
    'wiki.lan',
    'nas.home.arpa',
    '[::1]',
    '10.0.0.1',
  ])('takes %s for private', (host) => {
    expect(isPrivateHost(host)).toBe(true);
  });

  test.each(['example.com', 'local', 'internal.example.com', '10.example.com', '[2606:2800:21f::1]', '93.184.215.14'])(
    'takes %s for public',
    (host) => {
      expect(isPrivateHost(host)).toBe(false);
    },
  );
});
