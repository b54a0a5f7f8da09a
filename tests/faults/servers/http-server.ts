import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { TestApp } from '../../../src/testing/test-app.ts';

/** What a call over the network was answered, and how long that took. */
export interface TimedAnswer {
  status: number;
  text: string;
  milliseconds: number;
}

/** Serves the test app over real HTTP. */
export async function serveApp(app: TestApp) {
  const server = createServer(getRequestListener((request, bindings) => app.app.fetch(request, bindings)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** @param browser whose cookies go with the call */
    async call(
      browser: { cookies: Map<string, string> },
      method: string,
      path: string,
      body?: object,
    ): Promise<TimedAnswer> {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { origin: app.config.publicUrl, cookie };
      const startedAt = performance.now();
      const response = await fetch(address + path, {
        method,
        headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
        body: body ? JSON.stringify(body) : null,
      });
      const text = await response.text();
      return { status: response.status, text, milliseconds: performance.now() - startedAt };
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
