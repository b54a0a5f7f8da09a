import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { writeHeadWith } from '../site/answer-headers.ts';
import { closeServer } from './close-server.ts';

/** Starts a server that answers `/slow` when it is told to, and everything else at once. */
async function startServer() {
  let answerSlow = () => {};
  const server = createServer((request, response) => {
    response.writeHead = writeHeadWith({ 'X-Of-All': 'yes' });
    const answer = () => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('here');
    if (request.url === '/slow') answerSlow = answer;
    else answer();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string) => {
    const [response]: IncomingMessage[] = await once(get({ port, path, agent }), 'response');
    response?.resume();
    return response;
  };
  return { server, port, ask, answerSlow: () => answerSlow() };
}

test('a client that asks again at once is answered, and told that its connection ends', async () => {
  const { server, ask, answerSlow } = await startServer();
  const slow = ask('/slow');
  // They share a connection: this one is sent as soon as the slow one is answered.
  const next = ask('/next');
  await once(server, 'request');
  const closed = closeServer(server, 5_000);
  answerSlow();
  expect((await slow)?.headers.connection).toBe('keep-alive');
  const { statusCode, headers } = (await next) ?? {};
  expect([statusCode, headers?.connection, headers?.['x-of-all']]).toEqual([200, 'close', 'yes']);
  await closed;
  await expect(ask('/later')).rejects.toThrow('ECONNREFUSED');
});

test('a client that never sends the rest of its request is cut off after the timeout', async () => {
  const { server, port } = await startServer();
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n{');
  await once(server, 'request');
  const cut = once(socket.resume(), 'close');
  await closeServer(server, 200);
  await cut;
});
