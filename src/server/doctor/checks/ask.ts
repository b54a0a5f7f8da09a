import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

export interface AskedAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The beginning of the answer: ours are never longer. */
  text: string;
}

/**
 * Requests an address once, without following redirects. Another check looks at the certificate: this one shows the
 * answer even with a bad one.
 *
 * @throws the system's error, with its `code`
 */
export type Ask = (url: string) => Promise<AskedAnswer>;

/** In milliseconds: a server that runs answers sooner. */
const patience = 6_000;
const mostCharacters = 20_000;

export const ask: Ask = (url) =>
  new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? requestHttps : requestHttp;
    const request = send(
      url,
      {
        rejectUnauthorized: false,
        // A connection of its own, which is not kept open afterwards.
        agent: false,
        signal: AbortSignal.timeout(patience),
        headers: { accept: 'application/json', 'user-agent': 'career-tarot-doctor' },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
          if (text.length > mostCharacters) response.destroy();
        });
        response.on('error', reject);
        response.on('close', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    request.on('error', reject);
    request.end();
  });

/** @returns why an address gave no answer, as a sentence without its beginning, and advice */
export function whyUnanswered(code: string, host: string): { why: string; advice: string } {
  switch (code) {
    case 'ENOTFOUND':
      return {
        why: `there is no such name as ${host}`,
        advice: `Make an A record (and AAAA, if there is IPv6) for ${host} that names this machine's address. A new one takes minutes, at times hours, to be known everywhere.`,
      };
    case 'EAI_AGAIN':
      return {
        why: `no name server answered for ${host}`,
        advice: 'Look at /etc/resolv.conf: this machine cannot look up names.',
      };
    case 'ECONNREFUSED':
      return {
        why: 'nothing listens there',
        advice:
          'Start what listens there, or correct the address and the port; a firewall that refuses looks the same.',
      };
    case 'ECONNRESET':
    case 'EPIPE':
      return {
        why: 'the connection was broken off',
        advice: 'Look at the log of what listens there, and at what stands in between.',
      };
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
      return {
        why: 'what listens there speaks no TLS',
        advice: 'Let the proxy speak https on this port, or correct the address.',
      };
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return {
        why: 'there is no way there from this machine',
        advice: 'Look at the network of this machine, and at the address that the name leads to.',
      };
    case 'ETIMEDOUT':
    case 'ABORT_ERR':
    case 'TimeoutError':
    case 'AbortError':
      return {
        why: 'nothing answered in time',
        advice:
          'Open the port in the firewall, and check that the name leads to the right machine. Some routers do not let a machine reach itself by its public address: try it from another network.',
      };
    default:
      return { why: `it cannot be reached (${code})`, advice: 'Look at what listens there and at its log.' };
  }
}
