import { expect, test } from 'vitest';
import { parseConfig } from '../config/config.ts';
import { createHostCheck } from './public-host.ts';

const PUBLIC_URL = 'https://tarot.example.com';
const shop = { PUBLIC_URL: 'http://shop.example' };
const proxied = { PUBLIC_URL, TRUSTED_PROXY_HOPS: '1' };

test.each<[string, env: Record<string, string>, host: string, isOther: boolean, forwarded?: string]>([
  ['localhost', {}, 'localhost:4321', true],
  ['another port', {}, '127.0.0.1:8080', true],
  ['no port', {}, '127.0.0.1', true],
  ['itself', {}, '127.0.0.1:4321', false],
  ['a public URL that was never set', { HOST: '0.0.0.0' }, '192.168.1.5:4321', false],
  ['its own IPv6 address', { HOST: '::1' }, '[::1]:4321', false],
  ['capital letters', shop, 'Shop.Example', false],
  ['the usual port', shop, 'shop.example:80', false],
  ['a dot at the end', shop, 'shop.example.', true],
  ['another port behind a proxy', proxied, 'tarot.example.com:8443', false],
  ['the name that a proxy passes on', proxied, 'app:4321', false, 'tarot.example.com'],
  ['another name that a proxy passes on', proxied, 'app:4321', true, 'evil.example'],
  ['a name passed on by an untrusted proxy', { PUBLIC_URL }, 'app:4321', true, 'tarot.example.com'],
])('compares the host with the public URL: %s', (_what, env, host, isOther, forwarded) => {
  const isUnderOtherHost = createHostCheck(parseConfig(env));
  expect(isUnderOtherHost(`http://${host}/`, forwarded)).toBe(isOther);
});
