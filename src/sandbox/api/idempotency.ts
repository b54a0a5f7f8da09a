import { createHash } from 'node:crypto';
import { ApiError, invalidRequest } from '../rest/errors.ts';
import type { Store } from '../store.ts';

const keptFor = 24 * 3600 * 1000;

export interface KeptAnswer {
  status: number;
  body: string;
  requestId: string;
}

export interface IdempotentRequest {
  key: string;
  hash: string;
}

/**
 * @returns what makes a request the same as another: its path and body
 * @throws ApiError 400 for a key of more than 255 characters
 */
export function idempotentRequest(
  key: string | undefined,
  method: string,
  path: string,
  body: string,
): IdempotentRequest | null {
  if (!key || method !== 'POST') return null;
  if (key.length > 255) throw invalidRequest('Idempotency keys hold 255 characters.');
  return {
    key,
    hash: createHash('sha256')
      .update(JSON.stringify([path, body]))
      .digest('base64url'),
  };
}

/** Keeps the answers of the last 24 hours, by idempotency key (https://docs.stripe.com/api/idempotent_requests). */
export function createIdempotency({ db }: Store) {
  const find = db.prepare<
    [string, number],
    { request_hash: string; status: number; body: string; request_id: string }
  >('SELECT request_hash, status, body, request_id FROM idempotency WHERE key = ? AND created_at > ?');
  const forgetOld = db.prepare('DELETE FROM idempotency WHERE created_at <= ?');
  const keep = db.prepare(
    'INSERT OR REPLACE INTO idempotency (key, request_hash, request_id, status, body, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  );

  return {
    /** @throws ApiError when the key was used for something else */
    recall(request: IdempotentRequest, now: number): KeptAnswer | undefined {
      const kept = find.get(request.key, now - keptFor);
      if (!kept) return undefined;
      if (kept.request_hash !== request.hash) {
        throw new ApiError(400, {
          type: 'idempotency_error',
          message: `This idempotency key was first used with other parameters. Use another key for another request: '${request.key.slice(0, 80)}'.`,
        });
      }
      return { status: kept.status, body: kept.body, requestId: kept.request_id };
    },
    keep(request: IdempotentRequest, answer: KeptAnswer, now: number): void {
      forgetOld.run(now - keptFor);
      keep.run(request.key, request.hash, answer.requestId, answer.status, answer.body, now);
    },
  };
}
