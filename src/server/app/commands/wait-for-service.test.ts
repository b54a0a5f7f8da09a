import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../../../../tests/faults/servers/free-port.ts';
import { listenOnLoopback } from '../../../../tests/kit/loopback.ts';
import { waitForService } from './doctor-command.ts';

/** Answers every request with a status. */
async function startServer(status: number, port = 0): Promise<URL> {
  const server = createServer((_request, response) => response.writeHead(status).end());
  onTestFinished(() => void server.close());
  return new URL(`http://127.0.0.1:${await listenOnLoopback(server, port)}`);
}

const unused = async () => new URL(`http://127.0.0.1:${await findFreePort()}`);
const waiting = { pid: process.pid, limitMs: 60_000, pause: async () => {} };

test.each([200, 404, 503])('finishes when the service answers %d', async (status) => {
  const url = await startServer(status);
  await expect(waitForService({ ...waiting, url })).resolves.toBeUndefined();
});

test('waits for a service that starts slowly', async () => {
  const url = await unused();
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
    if (pauses === 3) await startServer(200, Number(url.port));
  };
  await waitForService({ ...waiting, url, pause });
  expect(pauses).toBe(3);
});

test('gives up after the time limit and names the address', async () => {
  const url = await unused();
  const wait = waitForService({ ...waiting, pid: null, limitMs: 0, url });
  await expect(wait).rejects.toThrow(`The service does not answer at ${url.host}: nothing listens there.`);
});
