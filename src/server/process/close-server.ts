import type { Server } from 'node:http';

/**
 * Takes no new connections, answers the requests it has accepted, and closes each connection after its answer.
 *
 * @param timeoutMs after which connections that are still open are cut
 */
export function closeServer(server: Server, timeoutMs: number): Promise<void> {
  // A client that asks again at once would otherwise keep its connection until it is cut, in the middle of a request.
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  return new Promise((resolve) => {
    // A connection that was busy when closing began would stay open, idle, until its timeout.
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    const timeout = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(timeout);
      resolve();
    });
    server.closeIdleConnections();
  });
}
