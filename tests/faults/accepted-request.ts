import { type Agent, request } from 'node:http';

/** What became of a request, seen from the other end of the network. */
export interface Fate {
  /** Whether the server has said that it takes the request (100 Continue, before the body is sent). */
  isAccepted: boolean;
  /** The status of an answer that arrived whole; null when none did. */
  status: number | null;
  body: string;
  cookie: string | null;
}

/**
 * Sends a request that asks first whether it is taken (`Expect: 100-continue`), so that it is known which
 * requests a stopping server has accepted, and which met a closed door.
 */
export function sendAccepted(
  agent: Agent,
  url: string,
  options: { method: string; headers: Record<string, string>; body?: object },
): Promise<Fate> {
  const fate: Fate = { isAccepted: false, status: null, body: '', cookie: null };
  const payload = options.body ? JSON.stringify(options.body) : '';
  return new Promise((resolve) => {
    const headers = {
      ...options.headers,
      ...(payload ? { 'content-type': 'application/json' } : {}),
      'content-length': String(Buffer.byteLength(payload)),
      expect: '100-continue',
    };
    const sent = request(url, { agent, method: options.method, headers });
    sent.on('continue', () => {
      fate.isAccepted = true;
      sent.end(payload);
    });
    sent.on('response', (response) => {
      fate.isAccepted = true;
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        fate.body += chunk;
      });
      response.on('error', () => resolve(fate));
      response.on('close', () => {
        if (response.complete) fate.status = response.statusCode ?? null;
        const set = response.headers['set-cookie']?.[0] ?? null;
        fate.cookie = set?.slice(0, set.indexOf(';')) ?? null;
        resolve(fate);
      });
    });
    sent.on('error', () => resolve(fate));
    sent.flushHeaders();
  });
}
