import { randomUUID } from 'node:crypto';

/** @returns 32 random letters and digits */
export function randomText(): string {
  return randomUUID().replaceAll('-', '');
}

/** @returns a new id such as `pi_0f3c…`, with the prefix that Stripe gives this kind of object */
export function newId(prefix: string): string {
  return `${prefix}_${randomText()}`;
}
