import { expect, test } from 'vitest';
import { clientKey } from './client-address.ts';

test.each<[string, string | undefined, string | undefined, number, string]>([
  ['without proxies the connection counts', '203.0.113.7', undefined, 0, '203.0.113.7'],
  ['without proxies the header is the caller’s own claim', '203.0.113.7', '198.51.100.1', 0, '203.0.113.7'],
  ['behind one proxy its entry counts', '10.0.0.1', '203.0.113.7', 1, '203.0.113.7'],
  ['what stands before that entry is not believed', '10.0.0.1', '1.1.1.1, 203.0.113.7', 1, '203.0.113.7'],
  [
    'behind two proxies the second last counts',
    '10.0.0.1',
    '1.1.1.1, 203.0.113.7, 10.0.0.2',
    2,
    '203.0.113.7',
  ],
  ['with fewer entries than proxies the connection counts', '10.0.0.1', '203.0.113.7', 2, '10.0.0.1'],
  ['behind a proxy that adds nothing the connection counts', '10.0.0.1', undefined, 1, '10.0.0.1'],
  ['an empty header is none', '10.0.0.1', '', 1, '10.0.0.1'],
  ['nonsense in the believed place falls back', '10.0.0.1', '203.0.113.7, nonsense', 1, '10.0.0.1'],
  ['so does an address with a port', '10.0.0.1', '203.0.113.7:80', 1, '10.0.0.1'],
  ['blanks do not matter', '10.0.0.1', ' 1.1.1.1 ,  203.0.113.7 ', 1, '203.0.113.7'],
  ['IPv4 in the clothes of IPv6 is IPv4', '::ffff:203.0.113.7', undefined, 0, '203.0.113.7'],
  ['so it is in hexadecimal digits', '::FFFF:cb00:7107', undefined, 0, '203.0.113.7'],
  ['large letters are small ones', '2001:DB8:A:B::1', undefined, 0, '2001:0db8:000a:000b::/64'],
  ['in its short form too', '2001:db8::1', undefined, 0, '2001:0db8:0000:0000::/64'],
  ['a zone is left out', 'fe80::1%eth0', undefined, 0, 'fe80:0000:0000:0000::/64'],
  ['no connection at all', undefined, undefined, 0, 'unknown'],
])('%s', (_what, socket, forwardedFor, hops, expected) => {
  expect(clientKey(socket, forwardedFor, hops)).toBe(expected);
});

test('two addresses of one IPv6 network count as one visitor', () => {
  const one = clientKey('2001:db8:1:2::1', undefined, 0);
  expect(clientKey('2001:db8:1:2:ffff::9', undefined, 0)).toBe(one);
  expect(clientKey('2001:db8:1:3::1', undefined, 0)).not.toBe(one);
});
