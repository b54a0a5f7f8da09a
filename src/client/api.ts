import { type ClientResponse, hc } from 'hono/client';
import type { AppType } from '../server/app/app.ts';
import type { ErrorBody } from '../shared/errors.ts';

/** How long the server may take to answer. */
const patienceMs = 15_000;

/** The same where the server itself asks the payment provider or a mail server, repeats included. */
const patienceWithOthersMs = 40_000;

const asksOthers =
  /\/(create-simple-payment-intent|confirm-payment|test-email|payment|refund|accept-payment|account|staff\/[^/]+|erase)$/;

/** @returns how long the answer to a call may take, in milliseconds */
export function timeLimit(address: string): number {
  return asksOthers.test(address) ? patienceWithOthersMs : patienceMs;
}

/**
 * The server's routes as functions: `api.orders.$get({ query })`. What is not answered, headers and body,
 * within its time is given up.
 *
 * @param limitOf how long the answer to a call may take, in milliseconds
 */
export function createApi(ask: typeof fetch, limitOf = timeLimit) {
  return hc<AppType>('/api', {
    init: { credentials: 'include' },
    fetch: (address: RequestInfo | URL, init?: RequestInit) =>
      ask(address, { ...init, signal: AbortSignal.timeout(limitOf(String(address))) }),
  });
}

/** The routes of the server this page comes from. */
export const api = createApi((address, init) => fetch(address, init));

/** A call that did not succeed (docs/product.md §9). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** The server's error code, such as `order_conflict`; empty when there is none. */
  readonly code: string;
  /** A sentence for the person in front of the screen. */
  readonly serverMessage: string;
  /** Whether the server says that it may have been done all the same. */
  readonly isOutcomeUnknown: boolean;
  /** After how many seconds the server wants to be asked again; null when it did not say. */
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    responseText: string,
    statusText: string,
    retryAfterSeconds: number | null = null,
  ) {
    super(`${status}: ${responseText || statusText}`);
    this.status = status;
    const body = parseErrorBody(responseText);
    this.code = body?.error.code ?? '';
    this.serverMessage = body?.error.message ?? '';
    this.isOutcomeUnknown = body?.error.outcome === 'unknown';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Waits for a call of the typed client and returns what the server answered.
 *
 * @throws {ApiError} when the answer is not OK, or there is none in time
 */
export async function call<T>(request: Promise<ClientResponse<T, number, string>>): Promise<T> {
  try {
    const response = await request;
    if (response.ok) return (await response.json()) as T;
    const text = await response.text();
    throw new ApiError(response.status, text, response.statusText, retryAfter(response.headers));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw error instanceof DOMException && error.name === 'TimeoutError' ? timedOut() : unreachable();
  }
}

/**
 * Reads a list that is answered in parts, one call after the other.
 *
 * @param ask makes the call for the part at a cursor
 * @param isWanted whether the parts after this one are of use
 * @throws {ApiError} when one of them fails
 */
export async function everyPage<Row>(
  ask: (query: { cursor?: string }) => Promise<ClientResponse<Row[], number, string>>,
  isWanted: (rows: Row[]) => boolean = () => true,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const request: ReturnType<typeof ask> = ask(cursor === null ? {} : { cursor });
    const part = await call(request);
    rows.push(...part);
    cursor = isWanted(part) ? nextCursor((await request).headers) : null;
  } while (cursor !== null);
  return rows;
}

/**
 * Asks once more when there was no answer: for calls that may be repeated without harm.
 *
 * @param pause how long to wait in between, in milliseconds
 */
export async function repeated<T>(ask: () => Promise<T>, pause = 1_000): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return ask();
  }
}

/** @returns the error for a call without a connection */
export function unreachable(): ApiError {
  return unanswered(
    'unreachable',
    'We couldn’t reach the server. Please check your connection and try again.',
  );
}

function timedOut(): ApiError {
  return unanswered('timeout', 'The server took too long to respond. Please try again.');
}

function unanswered(code: string, message: string): ApiError {
  return new ApiError(0, JSON.stringify({ error: { code, message } }), '');
}

/** @returns the cursor in `Link: </api/…?cursor=…>; rel="next"`, or null */
function nextCursor(headers: Headers): string | null {
  const [, query] = /<[^>?]*\?([^>]*)>; rel="next"/.exec(headers.get('Link') ?? '') ?? [];
  return new URLSearchParams(query).get('cursor');
}

/** @returns what `Retry-After` says, in seconds; it may also name a date */
function retryAfter(headers: Headers): number | null {
  const text = headers.get('Retry-After') ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

/** @returns the server's sentence for an error, what is known when a proxy answers for it, or `fallback` */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.serverMessage) return error.serverMessage;
  // Whatever stands in front of the service answers so while it is stopped, in words of its own.
  const isStopped = error.status >= 502 && error.status <= 504;
  return isStopped ? 'The service isn’t responding right now. Please try again in a minute.' : fallback;
}

function parseErrorBody(text: string): ErrorBody | null {
  try {
    const body: unknown = JSON.parse(text);
    return isErrorBody(body) ? body : null;
  } catch {
    return null;
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false;
  const { error } = body;
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}
