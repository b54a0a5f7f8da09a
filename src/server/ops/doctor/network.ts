import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { checkServerIdentity, connect } from 'node:tls';
import { minutes, seconds } from '../../../shared/durations.ts';
import { z } from '../../../shared/zod.ts';
import { codeOf } from '../../base/domain-error.ts';
import { error, type Finding } from './finding.ts';

const requestTimeoutMs = seconds(6);
const maxCharacters = 20_000;

export type Ask = typeof requestUnverified;
export type FetchCertificate = typeof fetchCertificate;

/** Requests a URL, even with a bad certificate, without following redirects. @throws Node's network error */
export async function requestUnverified(url: string) {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const request = send(url, {
    rejectUnauthorized: false,
    agent: false,
    signal: AbortSignal.timeout(requestTimeoutMs),
    headers: { accept: 'application/json', 'user-agent': 'career-tarot-doctor' },
  });
  request.on('error', () => {}).end();
  const [response]: IncomingMessage[] = await once(request, 'response');
  let text = '';
  for await (const part of response?.setEncoding('utf8') ?? []) {
    text += part;
    if (text.length > maxCharacters) break;
  }
  return { status: response?.statusCode ?? 0, headers: response?.headers ?? {}, text };
}

/** Fetches a server's certificate, even an untrusted one. @throws Node's network error, such as ECONNREFUSED */
export async function fetchCertificate(host: string, port: number) {
  const name = isIP(host) === 0 && { servername: host };
  const socket = connect({ host, port, ...name, rejectUnauthorized: false, timeout: requestTimeoutMs });
  socket.on('error', () => {});
  socket.on('timeout', () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
  await once(socket, 'secureConnect');
  const certificate = socket.getPeerCertificate();
  // Typed as an error, but at run time its code.
  const refusal: unknown = socket.authorizationError;
  const distrust = refusal ? String(refusal instanceof Error ? refusal.message : refusal) : null;
  socket.end();
  return {
    issuer: String(certificate.issuer.CN ?? certificate.issuer.O ?? 'an unknown authority'),
    /** Public authorities say where their own certificate is. */
    namesItsIssuer: Object.keys(certificate.infoAccess ?? {}).includes('CA Issuers - URI'),
    /** Why this machine does not trust the certificate, in OpenSSL's words; null if it does. */
    distrust: distrust === 'ERR_TLS_CERT_ALTNAME_INVALID' ? null : distrust,
    isForName: checkServerIdentity(host, certificate) === undefined,
    validFrom: Date.parse(certificate.valid_from),
    validTo: Date.parse(certificate.valid_to),
  };
}

/** Returns an error's code; `TLS_ALERT` if the server refused the handshake (a server without TLS has another). */
export function failureOf(cause: unknown): string {
  const [, reason = '0'] = /:error:0A([0-9A-F]{6}):/.exec(cause instanceof Error ? cause.message : '') ?? [];
  // OpenSSL counts the alerts of the other side from 1000.
  return Number.parseInt(reason, 16) >= 1_000 ? 'TLS_ALERT' : codeOf(cause);
}

/** Returns why the owner's server did not answer, by error code. `found` is a clause, for the end of a sentence. */
export function whyUnanswered(code: string, { hostname }: URL): Finding {
  const is = (...codes: string[]) => codes.includes(code);
  if (is('ENOTFOUND'))
    return error`the name ${hostname} does not exist
      Create an A record (and AAAA for IPv6) for ${hostname} with this machine's address. A new record can take minutes or hours to spread.`;
  if (is('EAI_AGAIN'))
    return error`no DNS server answered for ${hostname}
      Look at /etc/resolv.conf: this machine cannot look up names.`;
  if (is('ECONNREFUSED'))
    return error`nothing listens there
      Start the program that should listen there, or correct the address and port; a firewall can cause this too.`;
  if (is('ECONNRESET', 'EPIPE'))
    return error`the connection was dropped
      Check the log of the program there, and any proxy or firewall in between.`;
  if (is('TLS_ALERT'))
    return error`the server there has no certificate for ${hostname} yet, or refuses to use it
      Check the proxy’s log. Caddy gets a certificate within minutes, once the name points to this machine and ports 80 and 443 can be reached from outside.`;
  if (is('EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER'))
    return error`the server there does not use TLS
      Have the proxy use https on this port, or correct the address.`;
  if (is('EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'))
    return error`this machine has no route to it
      Check this machine’s network, and the address that the name points to.`;
  if (is('ETIMEDOUT', 'ABORT_ERR', 'TimeoutError', 'AbortError'))
    return error`nothing answered in time
      Open the port in the firewall, and check that the name points to the right machine. Some routers do not let a machine reach itself by its public address: try it from another network.`;
  return error`it cannot be reached (${code})
      Check the program there, and its log.`;
}

/* Doctor asks how a request to the public address arrives, with a proof made with the database, valid for a minute. */

const questionLifeMs = minutes(1);

const questionShape = z.object({ at: z.coerce.number().int(), proof: z.string().regex(/^[0-9a-f]{64}$/) });

/** `hops` counts the addresses in X-Forwarded-For, `protocol` is the visitor's, as the proxies say. */
const arrivalShape = z.object({ hops: z.number(), protocol: z.string().nullable() });

export type ProbeResult =
  | { by: 'service'; arrival: z.infer<typeof arrivalShape> }
  | { by: 'other'; status: number; location: string | null }
  | { by: 'none'; code: string };

/** Requests an origin and returns what answers: this service, another program or nothing. Never rejects. */
export async function probe(origin: string, serviceId: string, send: Ask, at: number): Promise<ProbeResult> {
  try {
    const { status, headers, text } = await send(probeUrl(origin, serviceId, at));
    const arrival = status === 200 ? readArrival(text) : null;
    if (arrival) return { by: 'service', arrival };
    return { by: 'other', status, location: typeof headers.location === 'string' ? headers.location : null };
  } catch (cause) {
    return { by: 'none', code: failureOf(cause) };
  }
}

export function probeUrl(origin: string, serviceId: string, at: number): string {
  return `${origin}/api/reached?${new URLSearchParams({ at: String(at), proof: proofOf(serviceId, at) })}`;
}

export function isFromDoctor(query: unknown, serviceId: string, now: number): boolean {
  const { data } = questionShape.safeParse(query);
  if (!data || Math.abs(now - data.at) > questionLifeMs) return false;
  return timingSafeEqual(Buffer.from(data.proof), Buffer.from(proofOf(serviceId, data.at)));
}

function readArrival(text: string) {
  try {
    return arrivalShape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function proofOf(serviceId: string, at: number): string {
  return createHmac('sha256', `doctor ${serviceId}`).update(String(at)).digest('hex');
}
