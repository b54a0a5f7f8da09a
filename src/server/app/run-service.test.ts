import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '../../../tests/kit/loopback.ts';
import { closeServer, listen, trackConnections, whyNotListening } from './run-service.ts';

/** Starts a server that answers `/slow` when it is told to, and everything else at once. */
async function startServer() {
  let answerSlow = () => {};
  const server = createServer((request, response) => {
    const answer = () => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('here');
    if (request.url === '/slow') answerSlow = answer;
    else answer();
  });
  const connections = trackConnections(server);
  const port = await listenOnLoopback(server);
  onTestFinished(() => server.closeAllConnections());
  const close = (timeoutMs: number) => closeServer(server, connections, timeoutMs);
  return { server, close, socket: connect(port, '127.0.0.1'), answerSlow: () => answerSlow() };
}

test('answers pending requests on an open connection, then closes it', async () => {
  const { server, close, socket, answerSlow } = await startServer();
  const received = text(socket);
  socket.write('GET /slow HTTP/1.1\r\nHost: here\r\n\r\n');
  await once(server, 'request');
  const closed = close(60_000);
  socket.write('GET /next HTTP/1.1\r\nHost: here\r\n\r\n');
  await once(server, 'request');
  answerSlow();
  await closed;
  const [, slow = '', next = ''] = (await received).split(/^HTTP\/1\.1 /m);
  expect(slow).toMatch(/^200 OK.*Connection: keep-alive/s);
  expect(next).toMatch(/^200 OK.*Connection: close/s);
});

test('cuts off an incomplete request after the timeout', async () => {
  const { server, close, socket } = await startServer();
  socket.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n{');
  await once(server, 'request');
  const cut = once(socket.resume(), 'close');
  await close(200);
  await cut;
  expect(socket.destroyed).toBe(true);
});

test('closes idle connections at once', async () => {
  const { server, close, socket } = await startServer();
  const { port } = server.address() as AddressInfo;
  const asked = connect(port, '127.0.0.1');
  asked.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  await once(asked, 'data');
  const closed = [socket, asked].map((connection) => once(connection.resume(), 'close'));
  const begun = performance.now();
  await close(60_000);
  await Promise.all(closed);
  expect(performance.now() - begun).toBeLessThan(500);
});

test.each([
  ['EADDRINUSE', /already in use\. Set PORT to a free one/],
  ['EACCES', /Set PORT above 1023/],
  ['EADDRNOTAVAIL', /HOST 192\.0\.2\.7 is not an address of this machine .* Set HOST to/],
  ['EAFNOSUPPORT', /not an address of this machine .* Set HOST to/],
  ['ENOTFOUND', /cannot look up .* Set HOST to/],
  ['EOTHER', /cannot be used \(EOTHER\)\. Check both/],
])('advises what to change after %s', (code, advice) => {
  expect(whyNotListening(code, '192.0.2.7', 4_321)).toMatch(advice);
});

test('names HOST when its address belongs to another machine', async () => {
  const listening = listen(createServer(), { host: '192.0.2.7', port: 0 });
  await expect(listening).rejects.toThrow(/^HOST 192\.0\.2\.7 is not an address of this machine/);
});
