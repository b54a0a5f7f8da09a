import { type ClientResponse, hc } from 'hono/client';
import type { AppType } from '../server/app.ts';
import type { ErrorBody } from '../shared/errors.ts';

/** The server's routes as functions: `api.orders.$get({ query })`. */
export const api = hc<AppType>('/api', { init: { credentials: 'include' } });

/** A call that did not succeed (spec/product.md §8). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  /** The server's error code, such as `order_conflict`; empty when there is none. */
  readonly code: string;
  /** A sentence for the person in front of the screen. */
  readonly serverMessage: string;

  constructor(status: number, responseText: string, statusText: string) {
    super(`${status}: ${responseText || statusText}`);
    this.status = status;
    const body = parseErrorBody(responseText);
    this.code = body?.error.code ?? '';
    this.serverMessage = body?.error.message ?? '';
  }
}

/**
 * Waits for a call of the typed client and returns what the server answered.
 *
 * @throws {ApiError} when the answer is not OK or there is none
 */
export async function call<T>(request: Promise<ClientResponse<T, number, string>>): Promise<T> {
  let response: ClientResponse<T, number, string>;
  try {
    response = await request;
  } catch {
    throw unreachable();
  }
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  return (await response.json()) as T;
}

/** @returns the error of somebody without a connection */
export function unreachable(): ApiError {
  const message = 'The server could not be reached. Please check your connection and try again.';
  return new ApiError(0, JSON.stringify({ error: { code: 'unreachable', message } }), '');
}

/** @returns the server's sentence for an error, or `fallback` when it gave none */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback;
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
