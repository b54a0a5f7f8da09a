import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

export interface Poster {
  /**
   * Posts JSON and resolves with the status of the answer.
   * @throws on network failure, and after 10 seconds
   */
  post(body: string, headers: Record<string, string>): Promise<number>;
  /** Breaks off what is under way and lets no connection linger. */
  close(): void;
}

const timeoutMs = 10_000;

/** Posts to one address over connections that stay open, at most `concurrency` of them. */
export function createPoster(address: string, concurrency: number): Poster {
  const url = new URL(address);
  const isHttps = url.protocol === 'https:';
  const agentOptions = { keepAlive: true, maxSockets: concurrency, timeout: 30_000 };
  const agent = isHttps ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions);
  const send = isHttps ? httpsRequest : httpRequest;
  const closing = new AbortController();

  return {
    post: (body, headers) =>
      new Promise((resolve, reject) => {
        const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
        const request = send(
          url,
          {
            agent,
            signal,
            method: 'POST',
            headers: {
              ...headers,
              'Content-Type': 'application/json; charset=utf-8',
              'Content-Length': Buffer.byteLength(body),
              'User-Agent': 'Stripe/1.0 (sandbox)',
            },
          },
          (response) => {
            response.resume();
            response.once('end', () => resolve(response.statusCode ?? 0));
            response.once('error', reject);
          },
        );
        request.once('error', reject);
        request.end(body);
      }),
    close() {
      closing.abort();
      agent.destroy();
    },
  };
}
