import { createHash, createHmac, randomBytes } from 'node:crypto';
import { orderNumberAlphabet } from '../../shared/orders/order-number.ts';

/** The source of all randomness, so that a simulation can pass its own and repeat a run exactly. */
export type Random = ReturnType<typeof createRandom>;

/** Creates the source of ids, secrets and order numbers, from random bytes and the time. */
export function createRandom(bytes: (length: number) => Buffer, now: () => number) {
  return {
    /** A UUID that begins with the time (RFC 9562, version 7): new rows lie together in an index. */
    newId(): string {
      const time = now().toString(16).padStart(12, '0');
      const rest = bytes(10);
      rest.writeUInt8(0x70 | (rest.readUInt8(0) & 0x0f), 0);
      rest.writeUInt8(0x80 | (rest.readUInt8(2) & 0x3f), 2);
      const digits = time + rest.toString('hex');
      return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
    /** Returns a secret of 256 bits for a cookie or a link. */
    newToken: () => bytes(32).toString('base64url'),
    /** Returns a secret of 128 bits for a link in a mail. */
    newLinkToken: () => bytes(16).toString('base64url'),
    /** Returns an order number such as `CT-7K3M9Q`, which an order may already have. */
    newOrderNumber(): string {
      // 32 letters divide the 256 values of a byte: each is as likely as the others.
      const letters = [...bytes(6)].map((byte) => orderNumberAlphabet[byte % orderNumberAlphabet.length]);
      return `CT-${letters.join('')}`;
    },
    fraction: () => bytes(4).readUInt32BE() / 2 ** 32,
  };
}

export const systemRandom = createRandom(randomBytes, Date.now);

export const tokenLength = 43;

/** Returns a secret of 128 bits for a link: always the same for the same token and id. */
export function linkTokenFrom(token: string, about: string): string {
  return createHmac('sha256', token).update(about).digest().subarray(0, 16).toString('base64url');
}

/** Returns the SHA-256 of a token in hex. Only this is stored, so that a stolen database contains no usable token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
