import type { Headers } from './browser.ts';
import type { Random } from './random.ts';

/* Calls that are HTTP, but whose addresses, headers and bodies no client of ours would send. */

export interface MalformedCall {
  method: string;
  path: string;
  headers: Headers;
  body: Buffer | undefined;
}

const fields = [
  'username password price readingType customQuestion customerName customerEmail readingAddresseeName',
  'backgroundContext orderId orderNumber errorMessage paymentIntentId content cards internalNotes feedback',
  'readerId email currentPassword newPassword __proto__ constructor toString id amount status',
]
  .join(' ')
  .split(' ');

const oddTexts = [
  '',
  ' ',
  '\0',
  '\u0000\u0001\u001f',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e\u2066',
  '\u{1f0cf}'.repeat(300),
  'e\u0301'.repeat(600),
  "' OR 1=1; --",
  '"; DROP TABLE orders; --',
  '../../../etc/passwd',
  '#{process.exit()}',
  '{{7*7}}',
  'NaN',
  '1e999',
  '60,00',
  'x'.repeat(300),
  'x'.repeat(70_000),
  '%00%ff%',
  'toString',
] as const;

const oddValues: readonly ((random: Random) => unknown)[] = [
  (random) => random.oneOf(oddTexts),
  (random) => random.oneOf(oddTexts),
  () => null,
  (random) => random.below(2) === 0,
  (random) => random.oneOf([0, -1, 1.5, 1e308, -1e308, Number.MAX_SAFE_INTEGER, 60.005]),
  () => [],
  () => ({}),
  () => [[[[{}]]]],
  () => ({ toString: 'x', length: -1 }),
  (random) => ['a', 1, null, random.oneOf(oddTexts)],
];

function oddObject(random: Random): Buffer {
  const pairs = Array.from({ length: 1 + random.below(6) }, () => {
    const value = random.oneOf(oddValues)(random);
    return `${JSON.stringify(random.oneOf(fields))}:${JSON.stringify(value)}`;
  });
  return Buffer.from(`{${pairs.join(',')}}`);
}

/** Not JSON, or JSON only just. */
const oddBodies: readonly ((random: Random) => Buffer)[] = [
  (random) => {
    const whole = oddObject(random);
    return whole.subarray(0, random.below(whole.length));
  },
  (random) => Buffer.from('['.repeat(1 + random.below(30_000))),
  (random) => Buffer.from(`${'{"a":'.repeat(1 + random.below(9_000))}1`),
  () => Buffer.from(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  () => Buffer.from(`{"content":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
  () => Buffer.from('{"a":1}{"a":1}'),
  () => Buffer.from('{"a":1e999999}'),
  () => Buffer.from(`{"price":${'9'.repeat(5_000)}}`),
  () => Buffer.from(`{${'"a":1,'.repeat(8_000)}"a":1}`),
  () => Buffer.from('null'),
  () => Buffer.from('"text"'),
  () => Buffer.from('[]'),
  () => Buffer.from('\ufeff{}'),
  () => Buffer.from('{"username":"\\ud800","password":"\\udc00"}'),
  () => Buffer.from('{}', 'utf16le'),
  () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  (random) => Buffer.from(Array.from({ length: random.below(500) }, () => random.below(256))),
  (random) => Buffer.alloc(random.oneOf([65_536, 65_537, 262_144, 262_145, 1_000_000]), 'x'),
  () => Buffer.from('username=admin&password=x'),
  () => Buffer.from('--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n1\r\n--x--'),
];

const oddIds = [
  'no-such-id',
  '%00',
  '%F0%9F%83%8F',
  '..%2F..%2Fetc%2Fpasswd',
  '-1',
  '9007199254740993',
  '1e3',
  '0x10',
  'NaN',
  '%27%20OR%201%3D1',
  'x'.repeat(4_000),
  '%',
  '%zz',
  '%ff%fe',
  '__proto__',
];

const oddQueries = [
  '',
  '?',
  '?q=%00',
  '?q=%ff',
  '?q=%22%20OR%20%22',
  '?q=*%20NEAR(a%20b)',
  `?q=${'x'.repeat(2_000)}`,
  '?q=%F0%9F%83%8F',
  '?limit=-1',
  '?limit=1e9',
  '?limit=NaN',
  '?limit[]=1&limit=2',
  '?cursor=AAAA',
  '?cursor=%7B%7D',
  '?cursor=eyJzZXEiOiIxIn0',
  '?cursor=bnVsbA',
  '?sort=__proto__&direction=constructor',
  '?sort=customer&direction=asc&cursor=W10',
  '?status=%00&payment=all&reader=none',
  '?__proto__[x]=1',
  `?${'a=1&'.repeat(1_500)}`,
];

const oddHeaders: readonly Headers[] = [
  {},
  {},
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/json;;;' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br, gzip, nonsense' },
  { cookie: 'session=%00%ff; checkout=%; =; session' },
  { cookie: `session=${'x'.repeat(6_000)}` },
  { cookie: 'checkout=../../etc; checkout="quoted\\"' },
  { 'x-forwarded-for': '999.999.999.999, ::ffff:, %00' },
  { 'x-forwarded-for': `${'1.2.3.4, '.repeat(500)}` },
  { 'accept-encoding': 'br;q=nonsense, *;q=-1,,,' },
  { 'if-none-match': '"\\"", W/"x, *' },
  { range: 'bytes=9-1,-,5-' },
  { 'if-modified-since': 'yesterday' },
  { 'stripe-signature': 't=,v1=,v1=,t=NaN' },
  { 'stripe-signature': `t=1,${'v1=0,'.repeat(1_000)}` },
];

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY', 'BREW'];

/**
 * @param routes what the service answers to, as `PUT /api/readings/:id`
 * @returns a call of one of them that is wrong in one way or in several
 */
export function malformedCall(random: Random, routes: readonly string[]): MalformedCall {
  const [ownMethod = 'GET', pattern = '/'] = random.oneOf(routes).split(' ');
  const method = random.below(10) === 0 ? random.oneOf(methods) : ownMethod;
  const path = pattern.replace(/:\w+/, () => random.oneOf(oddIds)) + random.oneOf(oddQueries);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody
    ? random.below(2) === 0
      ? oddObject(random)
      : random.oneOf(oddBodies)(random)
    : undefined;
  return { method, path, headers: random.oneOf(oddHeaders), body };
}
