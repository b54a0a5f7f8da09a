import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Wire {
  /** What a gateway is pointed at. */
  address: string;
  /** How many requests have come. */
  count(): number;
  /** `cut`: nothing arrives. `one-way`: what is asked is done, but the answer is lost. */
  set(state: 'whole' | 'cut' | 'one-way'): void;
  close(): Promise<void>;
}

/** What the wire says of its own length, or is decoded on the way. */
const notForwarded = new Set([
  'host',
  'connection',
  'content-length',
  'content-encoding',
  'transfer-encoding',
]);

const forwarded = (headers: Iterable<[string, unknown]>) =>
  [...headers].flatMap(([name, value]): [string, string][] =>
    notForwarded.has(name) || value === undefined ? [] : [[name, String(value)]],
  );

/** A wire to a server over real HTTP that can be cut. */
export async function startWire(target: string): Promise<Wire> {
  let state: Parameters<Wire['set']>[0] = 'whole';
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (state === 'cut') {
      response.destroy();
      return;
    }
    const { method = 'GET', url = '/' } = request;
    try {
      const answer = await fetch(new URL(url, target), {
        method,
        headers: forwarded(Object.entries(request.headers)),
        ...(method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
      });
      const body = Buffer.from(await answer.arrayBuffer());
      if (state === 'one-way') response.destroy();
      else response.writeHead(answer.status, Object.fromEntries(forwarded(answer.headers))).end(body);
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => requests,
    set(next) {
      state = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
