import type { Chance } from '../chance.ts';

/* Bytes that are not, or not quite, HTTP: for sockets that no client library tidies up. */

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
const headers = [
  ...['Cookie: session=\u00ff\u00fe; =; ;;; session', ' folded: line', 'X', ': no name', 'X Y: z', 'X-A: \0'],
  ...['Upgrade: websocket\r\nConnection: Upgrade', 'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings'],
  ...['Expect: 100-continue', 'Expect: miracles', `X-Long: ${long}`, `${'A: b\r\n'.repeat(3_000)}C: d`],
];
const chunked = 'Transfer-Encoding: chunked\r\n\r\n';
const bodies = [
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
const fixed = [
  ...requestLines.map((line) => `${line}\r\n${host}\r\n\r\n`),
  ...hosts.flatMap((name) => paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: ${name}\r\n\r\n`)),
  ...headers.map((header) => `${get}${header}\r\n\r\n`),
  ...bodies.map((body) => `POST /api/login HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\n${body}`),
  ...['GET / HTTP/1.1\r\n\r\n', '\r\n\r\n\r\n\r\n', '\0'.repeat(8), 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ...[`GET / HTTP/1.1\n${host}\n\n`, `GET / HTTP/1.1\r${host}\r\r`, `${get}\r\n`.repeat(20)],
  // How TLS, SSH and SMTP begin.
  ...[
    '\u0016\u0003\u0001\0\u00c8\u0001\0\0\u00c4\u0003\u0003',
    'SSH-2.0-OpenSSH_9.9\r\n',
    'EHLO evil.example\r\n',
  ],
];

/** @returns bytes for a socket: one of the known tricks, whole, cut short or with single bytes changed */
export function brokenHttp(chance: Chance): Buffer {
  const bytes = Buffer.from(chance.pick(fixed), 'latin1');
  const change = chance.below(3);
  if (change === 0) return bytes;
  if (change === 1) return bytes.subarray(0, 1 + chance.below(bytes.length));
  for (let i = 0; i < 3; i++) bytes[chance.below(bytes.length)] = chance.below(256);
  return bytes;
}
