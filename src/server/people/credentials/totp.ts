import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { seconds } from '../../../shared/durations.ts';
import { orderNumberAlphabet } from '../../../shared/orders/order-number.ts';

/* Codes of an authenticator app: RFC 6238. The only module that knows otpauth. */

const rule = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** The steps that a phone's clock may be early or late. */
const tolerance = 1;

/** @returns 160 bits in base 32, the length RFC 4226 recommends */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function secretUri(secret: string, issuer: string, label: string): string {
  return new TOTP({ ...rule, issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

/** @returns the time step a code belongs to, or null when it is not one of about now */
export function stepOf(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...rule, secret: Secret.fromBase32(secret) });
  const token = code.replace(/\s/g, '');
  const delta = /^\d{6}$/.test(token) ? totp.validate({ token, timestamp: now, window: tolerance }) : null;
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

export function stepAt(now: number): number {
  return Math.floor(now / seconds(rule.period));
}

/** @returns when an app begins to show the code of a time step, in milliseconds since 1970 */
export function startOf(step: number): number {
  return step * seconds(rule.period);
}

/** @returns a recovery code of 80 bits, such as `7K3M-9Q2X-0ABC-DEFG` */
export function newRecoveryCode(): string {
  const four = () => Array.from({ length: 4 }, () => orderNumberAlphabet[randomInt(32)]).join('');
  return [four(), four(), four(), four()].join('-');
}

/** @returns a typed recovery code without blanks, with the look-alikes O, I and L replaced */
export function plainRecoveryCode(typed: string): string {
  const characters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return characters.replaceAll('O', '0').replace(/[IL]/g, '1');
}
