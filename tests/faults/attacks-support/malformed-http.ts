import type { Random } from './random.ts';

/* Bytes that are not, or not quite, HTTP: for sockets that no client library tidies up. */

const host = 'Host: 127.0.0.1\r\n';
const json = 'Content-Type: application/json\r\n';
const post = `POST /api/login HTTP/1.1\r\n${host}${json}`;

const fixed: readonly (string | Buffer)[] = [
  '\r\n\r\n\r\n\r\n',
  '\0\0\0\0\0\0\0\0',
  'GET\r\n\r\n',
  'GET / \r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET / HTTP/0.9\r\n\r\n',
  'GET / HTTP/2.0\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET  /  HTTP/1.1\r\nHost: a\r\n\r\n',
  'get / http/1.1\r\nHost: a\r\n\r\n',
  'G\u00cbT / HTTP/1.1\r\nHost: a\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `GET * HTTP/1.1\r\n${host}\r\n`,
  `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
  `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`,
  `CONNECT / HTTP/1.1\r\n${host}\r\n`,
  `TRACE /api/settings HTTP/1.1\r\n${host}\r\n`,
  `GET http://evil.example/api/settings HTTP/1.1\r\n${host}\r\n`,
  `GET http:// HTTP/1.1\r\n${host}\r\n`,
  `GET //evil.example/api HTTP/1.1\r\n${host}\r\n`,
  `GET /\\evil.example HTTP/1.1\r\n${host}\r\n`,
  `GET api/settings HTTP/1.1\r\n${host}\r\n`,
  `GET ?q HTTP/1.1\r\n${host}\r\n`,
  `GET /api/settings HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`,
  `GET /api/settings HTTP/1.1\r\nHost: \r\n\r\n`,
  `GET /api/settings HTTP/1.1\r\nHost: a b c/d?e#f\r\n\r\n`,
  `GET /api/settings HTTP/1.1\r\nHost: [::1\r\n\r\n`,
  `GET /admin/dashboard HTTP/1.1\r\nHost: a b c/d?e#f\r\n\r\n`,
  `GET /order/AAAAAAAAAAAAAAAAAAAAAA HTTP/1.1\r\nHost: a@b\r\n\r\n`,
  `GET /_image?href=/favicon.svg&w=100&f=webp HTTP/1.1\r\n${host}\r\n`,
  `GET /%5Fimage?href=/favicon.svg&w=100&f=webp HTTP/1.1\r\n${host}\r\n`,
  `GET /no/such/page HTTP/1.1\r\nHost: [::1\r\n\r\n`,
  `GET /api/settings HTTP/1.1\r\nHost: 127.0.0.1:99999999\r\n\r\n`,
  `GET /api/settings HTTP/1.1\r\nHost: \u00ff\u00fe\r\n\r\n`,
  `GET /api/orders HTTP/1.1\r\n${host}Cookie: session=\u00ff\u00fe; =; ;;; session\r\n\r\n`,
  `GET /api/settings HTTP/1.1\r\n${host} folded: line\r\n\r\n`,
  `GET /api/settings HTTP/1.1\r\n${host}X\r\n\r\n`,
  `GET /api/settings HTTP/1.1\r\n${host}: no name\r\n\r\n`,
  `GET /api/settings HTTP/1.1\r\n${host}X Y: z\r\n\r\n`,
  `GET /api/settings HTTP/1.1\r\n${host}X-A: \0\r\n\r\n`,
  `GET /api/settings HTTP/1.1\n${host.replace('\r', '')}\n`,
  `GET /api/settings HTTP/1.1\r${host}\r\r`,
  `GET /api/settings HTTP/1.1\r\n${host}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
  `GET /api/settings HTTP/1.1\r\n${host}Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n\r\n`,
  `GET /api/settings HTTP/1.1\r\n${host}Expect: 100-continue\r\n\r\n`,
  `GET /api/settings HTTP/1.1\r\n${host}Expect: miracles\r\n\r\n`,
  `${post}Content-Length: -1\r\n\r\n{}`,
  `${post}Content-Length: 99999999999999999999\r\n\r\n{}`,
  `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  `${post}Content-Length: 2, 3\r\n\r\n{}`,
  `${post}Content-Length: 0x2\r\n\r\n{}`,
  `${post}Content-Length: 10\r\n\r\n{}`,
  `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\n2\r\n{}`,
  `${post}Transfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding : chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\n0\r\nTrailer: \0\r\n\r\n`,
  `${post}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}`,
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`,
  `GET / HTTP/1.1\r\n${host}X-Long: ${'b'.repeat(20_000)}\r\n\r\n`,
  `GET / HTTP/1.1\r\n${host}${'A: b\r\n'.repeat(3_000)}\r\n`,
  `GET /\0 HTTP/1.1\r\n${host}\r\n`,
  Buffer.concat([
    Buffer.from('GET /'),
    Buffer.from([0xff, 0xfe, 0x80]),
    Buffer.from(` HTTP/1.1\r\n${host}\r\n`),
  ]),
  // How TLS, SSH and SMTP begin.
  Buffer.from('16030100c8010000c403035f', 'hex'),
  'SSH-2.0-OpenSSH_9.9\r\n',
  'EHLO evil.example\r\n',
  // Two requests in one write; the second one is smuggled into the body of the first.
  `${post}Content-Length: 60\r\n\r\nGET /api/orders HTTP/1.1\r\n${host}\r\n`,
  `GET /api/settings HTTP/1.1\r\n${host}\r\n`.repeat(20),
];

/** @returns bytes for a socket: one of the known tricks, whole, cut short or with single bytes changed */
export function brokenHttp(random: Random): Buffer {
  const bytes = Buffer.from(random.oneOf(fixed) as string, 'latin1');
  const change = random.below(3);
  if (change === 0) return bytes;
  if (change === 1) return bytes.subarray(0, 1 + random.below(bytes.length));
  const changed = Buffer.from(bytes);
  for (let i = 0; i < 3; i++) changed[random.below(changed.length)] = random.below(256);
  return changed;
}
