import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

export interface Call {
  method: string;
  /** With its query: `/v1/refunds?charge=ch_1` */
  path: string;
  form: URLSearchParams;
}

/**
 * What happens to a call: it arrives and is answered, or either comes late; it or its answer never arrives;
 * the answer is replaced; or it fails with status 500, with nothing or everything done. Such a failure is
 * kept under the call's idempotency key and repeated (https://docs.stripe.com/api/idempotent_requests).
 */
export type Fate =
  | 'arrives'
  | 'is late'
  | 'answer is late'
  | 'is lost'
  | 'answer is lost'
  | 'is never answered'
  | 'fails'
  | 'is done and fails'
  | { status: number; body: string };

const lateMs = 300;

export const apiError = JSON.stringify({
  error: { type: 'api_error', message: 'Something is wrong at Stripe.' },
});

/** Opens a real port in front of an HTTP API, to fail single calls. @param target `http://127.0.0.1:8420` */
export async function openApiFront(target: string) {
  const calls: Call[] = [];
  const failedKeys = new Set<string>();
  let fateOf: (call: Call) => Fate = () => 'arrives';

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { method = '', url: path = '' } = request;
    const call = { method, path, form: new URLSearchParams(body.toString()) };
    calls.push(call);
    const key = request.headers['idempotency-key']?.toString() ?? '';
    const fate = failedKeys.has(key) ? 'fails' : fateOf(call);
    const answer = ({ status, body: text }: { status: number; body: string | Buffer }, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
    if (fate === 'is never answered') return null;
    if (fate === 'is lost') return request.socket.resetAndDestroy();
    if (typeof fate === 'object') return answer(fate);
    if (fate === 'is late') await setTimeout(lateMs);
    if (request.socket.destroyed) return null;
    const given = fate === 'fails' ? null : await passOn(request, body);
    if (fate === 'answer is lost') return request.socket.resetAndDestroy();
    if (given && fate !== 'is done and fails') {
      if (fate === 'answer is late') await setTimeout(lateMs);
      return answer(given, given.headers);
    }
    if (key !== '') failedKeys.add(key);
    return answer({ status: 500, body: apiError });
  }

  async function passOn({ method, url, headers }: IncomingMessage, body: Buffer) {
    const passed = new Headers();
    for (const [name, value] of Object.entries(headers)) {
      if (!['host', 'connection', 'content-length'].includes(name)) passed.set(name, String(value));
    }
    const sent = method === 'GET' ? null : new Uint8Array(body);
    const response = await fetch(target + url, { method, headers: passed, body: sent });
    const answered = new Headers(response.headers);
    for (const name of ['connection', 'content-length', 'transfer-encoding', 'keep-alive'])
      answered.delete(name);
    const { status } = response;
    return { status, headers: Object.fromEntries(answered), body: Buffer.from(await response.arrayBuffer()) };
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    decide(next: (call: Call) => Fate) {
      fateOf = next;
    },
    /** After a day: the failures under their keys are forgotten. */
    forgetKeys: () => failedKeys.clear(),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
