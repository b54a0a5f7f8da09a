import type { Chance } from '../chance.ts';
import type { Headers } from './browser.ts';

/* Calls that are HTTP, but whose addresses, headers and bodies no client of ours would send. */

const fields = [
  'username password price readingType customQuestion customerName customerEmail readingAddresseeName',
  'backgroundContext orderId orderNumber errorMessage paymentIntentId content cards internalNotes feedback',
  'readerId email currentPassword newPassword __proto__ constructor toString id amount status',
]
  .join(' ')
  .split(' ');

const longText = 'x'.repeat(70_000);
const oddTexts = [
  ...['', ' ', '\0', '\u0000\u0001\u001f', '\ud800', '\udfff\ud800', '\ufeff', '\u202e\u2066', '%00%ff%'],
  ...["' OR 1=1; --", '"; DROP TABLE orders; --', '../../../etc/passwd', '#{process.exit()}', '{{7*7}}'],
  ...['NaN', '1e999', '60,00', 'toString', '\u{1f0cf}'.repeat(300), 'e\u0301'.repeat(600), longText],
];
const oddNumbers = [0, -1, 1.5, 1e308, -1e308, Number.MAX_SAFE_INTEGER, 60.005];

function oddValue(chance: Chance): unknown {
  const text = chance.pick(oddTexts);
  const others: unknown[] = [
    null,
    true,
    false,
    [],
    {},
    [[[[{}]]]],
    { toString: 'x', length: -1 },
    ['a', 1, null, text],
  ];
  return chance.pick([text, text, text, chance.pick(oddNumbers), ...others]);
}

function oddObject(chance: Chance): Buffer {
  const pairs = Array.from(
    { length: 1 + chance.below(6) },
    () => `${JSON.stringify(chance.pick(fields))}:${JSON.stringify(oddValue(chance))}`,
  );
  return Buffer.from(`{${pairs.join(',')}}`);
}

/** Not JSON, or JSON only just. */
const fixedBodies: (string | Buffer)[] = [
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{"content":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  '{"a":1}{"a":1}',
  '{"a":1e999999}',
  `{"price":${'9'.repeat(5_000)}}`,
  `{${'"a":1,'.repeat(8_000)}"a":1}`,
  ...['null', '"text"', '[]', '\ufeff{}', '{"username":"\\ud800","password":"\\udc00"}'],
  Buffer.from('{}', 'utf16le'),
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  ...[65_536, 65_537, 262_144, 262_145, 1_000_000].map((bytes) => Buffer.alloc(bytes, 'x')),
  'username=admin&password=x',
  '--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n1\r\n--x--',
];

function oddBody(chance: Chance): string | Buffer {
  const whole = oddObject(chance);
  return chance.pick([
    whole.subarray(0, chance.below(whole.length)),
    '['.repeat(1 + chance.below(30_000)),
    `${'{"a":'.repeat(1 + chance.below(9_000))}1`,
    Buffer.from(Array.from({ length: chance.below(500) }, () => chance.below(256))),
    ...fixedBodies,
  ]);
}

const oddIds = [
  ...['no-such-id', '%00', '%F0%9F%83%8F', '..%2F..%2Fetc%2Fpasswd', '-1', '9007199254740993', '1e3', '0x10'],
  ...['NaN', '%27%20OR%201%3D1', 'x'.repeat(4_000), '%', '%zz', '%ff%fe', '__proto__'],
];

const oddQueries = [
  ...['', '?', '?q=%00', '?q=%ff', '?q=%22%20OR%20%22', '?q=*%20NEAR(a%20b)', '?q=%F0%9F%83%8F'],
  ...['?limit=-1', '?limit=1e9', '?limit=NaN', '?limit[]=1&limit=2', '?__proto__[x]=1'],
  ...['?cursor=AAAA', '?cursor=%7B%7D', '?cursor=eyJzZXEiOiIxIn0', '?cursor=bnVsbA'],
  '?sort=__proto__&direction=constructor',
  '?sort=customer&direction=asc&cursor=W10',
  '?status=%00&payment=all&reader=none',
  `?q=${'x'.repeat(2_000)}`,
  `?${'a=1&'.repeat(1_500)}`,
];

const oddHeaders: [name: string, ...values: string[]][] = [
  ['content-type', 'text/plain', 'application/json; charset=utf-16', 'application/json;;;'],
  ['content-type', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'],
  ['content-encoding', 'gzip', 'br, gzip, nonsense'],
  ['cookie', 'session=%00%ff; checkout=%; =; session', `session=${'x'.repeat(6_000)}`],
  ['cookie', 'checkout=../../etc; checkout="quoted\\"'],
  ['x-forwarded-for', '999.999.999.999, ::ffff:, %00', '1.2.3.4, '.repeat(500)],
  ['accept-encoding', 'br;q=nonsense, *;q=-1,,,'],
  ['if-none-match', '"\\"", W/"x, *'],
  ['range', 'bytes=9-1,-,5-'],
  ['if-modified-since', 'yesterday'],
  ['stripe-signature', 't=,v1=,v1=,t=NaN', `t=1,${'v1=0,'.repeat(1_000)}`],
];

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY', 'BREW'];

/**
 * @param routes what the service answers to, as `PUT /api/readings/:id`
 * @returns a call of one of them that is wrong in one way or in several
 */
export function malformedCall(chance: Chance, routes: readonly string[]) {
  const [ownMethod = 'GET', pattern = '/'] = chance.pick(routes).split(' ');
  const method = chance.below(10) === 0 ? chance.pick(methods) : ownMethod;
  const path = pattern.replace(/:\w+/, () => chance.pick(oddIds)) + chance.pick(oddQueries);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = chance.below(2) === 0 ? oddObject(chance) : oddBody(chance);
  const [name, ...values] = chance.pick(oddHeaders);
  const headers: Headers = chance.below(10) === 0 ? {} : { [name]: chance.pick(values) };
  return { method, path, headers, body: hasBody ? body : undefined };
}
