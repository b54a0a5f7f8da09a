import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** A call to an API on its way. */
export interface Call {
  method: string;
  /** With what is asked for behind it: `/v1/refunds?charge=ch_1` */
  path: string;
  form: URLSearchParams;
}

/**
 * What becomes of a call: it arrives and is answered, or one of both late; it never arrives; its answer never does;
 * or the other end fails with status 500, having done nothing or all of it. Such a failure is kept under the call's
 * idempotency key and answered again (https://docs.stripe.com/api/idempotent_requests).
 */
export type Fate =
  | 'arrives'
  | 'is late'
  | 'answer is late'
  | 'is lost'
  | 'answer is lost'
  | 'fails'
  | 'is done and fails';

/** A real port in front of an HTTP API, where single calls fail. */
export interface ApiFront {
  apiBase: string;
  /** Every call that somebody tried, the oldest first. */
  calls: Call[];
  /** Decides what becomes of calls from now on. */
  decide(fateOf: (call: Call) => Fate): void;
  /** A day has passed: the failures under their keys are forgotten. */
  forgetKeys(): void;
  close(): Promise<void>;
}

/** Milliseconds. */
const lateBy = 300;

const failure = JSON.stringify({ error: { type: 'api_error', message: 'Something is wrong at Stripe.' } });

/** @param target the address of the API: `http://127.0.0.1:8420` */
export async function openApiFront(target: string): Promise<ApiFront> {
  const calls: Call[] = [];
  const failedKeys = new Set<string>();
  let fateOf: (call: Call) => Fate = () => 'arrives';

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { method = '', url: path = '' } = request;
    const call = { method, path, form: new URLSearchParams(body.toString()) };
    calls.push(call);
    const key = request.headers['idempotency-key']?.toString() ?? null;
    const fate = key !== null && failedKeys.has(key) ? 'fails' : fateOf(call);
    if (fate === 'is lost') {
      request.socket.resetAndDestroy();
      return;
    }
    if (fate === 'is late') await setTimeout(lateBy);
    // Whoever asked has gone before it left their machine.
    if (request.socket.destroyed) return;
    const answer = fate === 'fails' ? null : await passOn(request, body);
    if (fate === 'answer is lost') request.socket.resetAndDestroy();
    else if (fate !== 'is done and fails' && answer) {
      if (fate === 'answer is late') await setTimeout(lateBy);
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(answer.body);
    } else {
      if (key !== null) failedKeys.add(key);
      response.writeHead(500, { 'content-type': 'application/json' }).end(failure);
    }
  }

  async function passOn({ method, url, headers }: IncomingMessage, body: Buffer) {
    const passed = new Headers();
    for (const [name, value] of Object.entries(headers)) {
      if (!['host', 'connection', 'content-length'].includes(name)) passed.set(name, String(value));
    }
    const response = await fetch(`${target}${url}`, {
      method,
      headers: passed,
      body: method === 'GET' ? null : new Uint8Array(body),
    });
    const answered = new Headers(response.headers);
    for (const name of ['connection', 'content-length', 'transfer-encoding', 'keep-alive'])
      answered.delete(name);
    return { status: response.status, headers: answered, body: Buffer.from(await response.arrayBuffer()) };
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    decide(next) {
      fateOf = next;
    },
    forgetKeys: () => failedKeys.clear(),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
