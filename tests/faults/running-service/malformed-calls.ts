import type { TrialRandom } from '../seeded-random.ts';
import type { Headers } from './browser.ts';

/* Valid HTTP calls, but with addresses, headers, and bodies that no client of ours would send. */

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

function oddValue(chance: TrialRandom): unknown {
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

function oddObject(chance: TrialRandom): Buffer {
  const pairs = Array.from(
    { length: 1 + chance.below(6) },
    () => `${JSON.stringify(chance.pick(fields))}:${JSON.stringify(oddValue(chance))}`,
  );
  return Buffer.from(`{${pairs.join(',')}}`);
}

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

function oddBody(chance: TrialRandom): string | Buffer {
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
 * @param routes the service's routes, as `PUT /api/readings/:id`
 * @returns a call of one of them with one or several mistakes
 */
export function malformedCall(chance: TrialRandom, routes: readonly string[]) {
  const [ownMethod = 'GET', pattern = '/'] = chance.pick(routes).split(' ');
  const method = chance.below(10) === 0 ? chance.pick(methods) : ownMethod;
  const path = pattern.replace(/:\w+/, () => chance.pick(oddIds)) + chance.pick(oddQueries);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = chance.below(2) === 0 ? oddObject(chance) : oddBody(chance);
  const [name, ...values] = chance.pick(oddHeaders);
  const headers: Headers = chance.below(10) === 0 ? {} : { [name]: chance.pick(values) };
  return { method, path, headers, body: hasBody ? body : undefined };
}

/* Bytes that are not quite HTTP, or not at all: for sockets, because client libraries would correct them. */

const host = 'Host: 127.0.0.1';
const long = 'x'.repeat(20_000);

const requestLines = [
  ...[
    'GET',
    'GET / ',
    'GET / HTTP/9.9',
    'GET / HTTP/0.9',
    'GET / HTTP/2.0',
    'GET  /  HTTP/1.1',
    'get / http/1.1',
  ],
  ...['G\u00cbT / HTTP/1.1', 'GET * HTTP/1.1', 'OPTIONS * HTTP/1.1', 'CONNECT evil.example:443 HTTP/1.1'],
  ...['CONNECT / HTTP/1.1', 'TRACE /api/settings HTTP/1.1', 'GET http://evil.example/api/settings HTTP/1.1'],
  ...['GET http:// HTTP/1.1', 'GET //evil.example/api HTTP/1.1', 'GET /\\evil.example HTTP/1.1'],
  ...['GET api/settings HTTP/1.1', 'GET ?q HTTP/1.1', 'GET /\0 HTTP/1.1', 'GET /\u00ff\u00fe\u0080 HTTP/1.1'],
  ...['GET /_image?href=/favicon.svg&w=9&f=webp HTTP/1.1', 'GET /%5Fimage?href=/favicon.svg HTTP/1.1'],
  `GET /${long} HTTP/1.1`,
];
const hosts = ['', 'a b c/d?e#f', '[::1', 'a@b', '127.0.0.1:99999999', '\u00ff\u00fe', 'a\r\nHost: b'];
const paths = ['/api/settings', '/admin/dashboard', '/order/AAAAAAAAAAAAAAAAAAAAAA', '/no/such/page'];
const brokenHeaders = [
  ...['Cookie: session=\u00ff\u00fe; =; ;;; session', ' folded: line', 'X', ': no name', 'X Y: z', 'X-A: \0'],
  ...['Upgrade: websocket\r\nConnection: Upgrade', 'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings'],
  ...['Expect: 100-continue', 'Expect: miracles', `X-Long: ${long}`, `${'A: b\r\n'.repeat(3_000)}C: d`],
];
const chunked = 'Transfer-Encoding: chunked\r\n\r\n';
const brokenBodies = [
  'Content-Length: -1\r\n\r\n{}',
  'Content-Length: 99999999999999999999\r\n\r\n{}',
  'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  'Content-Length: 2, 3\r\n\r\n{}',
  'Content-Length: 0x2\r\n\r\n{}',
  'Content-Length: 10\r\n\r\n{}',
  'Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}',
  `Content-Length: 2\r\n${chunked}2\r\n{}\r\n0\r\n\r\n`,
  `${chunked}zz\r\n{}\r\n0\r\n\r\n`,
  `${chunked}ffffffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
  `${chunked}2\r\n{}`,
  `${chunked}2;${long}\r\n{}\r\n0\r\n\r\n`,
  `${chunked}0\r\nTrailer: \0\r\n\r\n`,
  ...[
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding : chunked',
  ].map((header) => `${header}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
  // A second request, smuggled into the body of the first.
  `Content-Length: 60\r\n\r\nGET /api/orders HTTP/1.1\r\n${host}\r\n\r\n`,
];

const get = `GET /api/settings HTTP/1.1\r\n${host}\r\n`;
const brokenRequests = [
  ...requestLines.map((line) => `${line}\r\n${host}\r\n\r\n`),
  ...hosts.flatMap((name) => paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: ${name}\r\n\r\n`)),
  ...brokenHeaders.map((header) => `${get}${header}\r\n\r\n`),
  ...brokenBodies.map(
    (body) => `POST /api/login HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\n${body}`,
  ),
  ...['GET / HTTP/1.1\r\n\r\n', '\r\n\r\n\r\n\r\n', '\0'.repeat(8), 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ...[`GET / HTTP/1.1\n${host}\n\n`, `GET / HTTP/1.1\r${host}\r\r`, `${get}\r\n`.repeat(20)],
  // How TLS, SSH and SMTP begin.
  ...[
    '\u0016\u0003\u0001\0\u00c8\u0001\0\0\u00c4\u0003\u0003',
    'SSH-2.0-OpenSSH_9.9\r\n',
    'EHLO evil.example\r\n',
  ],
];

/** @returns bytes for a socket: a known trick, whole, cut short, or with single bytes changed */
export function brokenHttp(chance: TrialRandom): Buffer {
  const bytes = Buffer.from(chance.pick(brokenRequests), 'latin1');
  const change = chance.below(3);
  if (change === 0) return bytes;
  if (change === 1) return bytes.subarray(0, 1 + chance.below(bytes.length));
  for (let i = 0; i < 3; i++) bytes[chance.below(bytes.length)] = chance.below(256);
  return bytes;
}
