import { expect, test } from 'vitest';
import { clientKey } from './client-address.ts';

test.each<[string, string | undefined, string | undefined, number, string]>([
  ['uses the connection without proxies', '203.0.113.7', undefined, 0, '203.0.113.7'],
  ['ignores the header without proxies', '203.0.113.7', '198.51.100.1', 0, '203.0.113.7'],
  ['uses the proxy’s entry behind one proxy', '10.0.0.1', '203.0.113.7', 1, '203.0.113.7'],
  ['ignores entries before the proxy’s own', '10.0.0.1', '1.1.1.1, 203.0.113.7', 1, '203.0.113.7'],
  [
    'uses the second-last entry behind two proxies',
    '10.0.0.1',
    '1.1.1.1, 203.0.113.7, 10.0.0.2',
    2,
    '203.0.113.7',
  ],
  ['uses the connection with fewer entries than proxies', '10.0.0.1', '203.0.113.7', 2, '10.0.0.1'],
  ['uses the connection when the proxy adds nothing', '10.0.0.1', undefined, 1, '10.0.0.1'],
  ['ignores an empty header', '10.0.0.1', '', 1, '10.0.0.1'],
  ['falls back to the connection on an invalid entry', '10.0.0.1', '203.0.113.7, nonsense', 1, '10.0.0.1'],
  ['falls back to the connection on an entry with a port', '10.0.0.1', '203.0.113.7:80', 1, '10.0.0.1'],
  ['ignores blanks', '10.0.0.1', ' 1.1.1.1 ,  203.0.113.7 ', 1, '203.0.113.7'],
  ['reads IPv4 mapped into IPv6 as IPv4', '::ffff:203.0.113.7', undefined, 0, '203.0.113.7'],
  ['reads hexadecimal mapped IPv4 as IPv4', '::FFFF:cb00:7107', undefined, 0, '203.0.113.7'],
  ['ignores capitals in IPv6', '2001:DB8:A:B::1', undefined, 0, '2001:0db8:000a:000b::/64'],
  ['expands short IPv6', '2001:db8::1', undefined, 0, '2001:0db8:0000:0000::/64'],
  ['drops an IPv6 zone', 'fe80::1%eth0', undefined, 0, 'fe80:0000:0000:0000::/64'],
  ['returns unknown without a connection', undefined, undefined, 0, 'unknown'],
])('%s', (_what, socket, forwardedFor, hops, expected) => {
  expect(clientKey(socket, forwardedFor, hops)).toBe(expected);
});

test('counts one IPv6 network as one visitor', () => {
  const one = clientKey('2001:db8:1:2::1', undefined, 0);
  expect(clientKey('2001:db8:1:2:ffff::9', undefined, 0)).toBe(one);
  expect(clientKey('2001:db8:1:3::1', undefined, 0)).not.toBe(one);
});
