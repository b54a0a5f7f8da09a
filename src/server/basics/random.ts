import { createHash, createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { orderNumberAlphabet } from '../../shared/orders/order-number.ts';

/**
 * @returns an id for a row: a UUID that begins with the time and is random for the rest (RFC 9562, version 7). What
 *   is made together lies together in an index, so that a write touches few of its pages however large it is.
 */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** How many characters a token has. */
export const tokenLength = 43;

/** @returns a secret of 256 bits for a cookie or a link */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** @returns a secret of 128 bits for a link in a mail */
export function newLinkToken(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * @param token a secret of somebody's
 * @param about an id
 * @returns a secret of 128 bits for a link: always the same, and nobody without the token can work it out
 */
export function linkTokenFrom(token: string, about: string): string {
  return createHmac('sha256', token).update(about).digest().subarray(0, 16).toString('base64url');
}

/** @returns the form in which a token is stored: its SHA-256, so that a stolen database opens nothing */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** @returns an order number such as `CT-7K3M9Q`; the database's unique index has the last word */
export function newOrderNumber(): string {
  let number = 'CT-';
  for (let i = 0; i < 6; i++) number += orderNumberAlphabet[randomInt(orderNumberAlphabet.length)];
  return number;
}
