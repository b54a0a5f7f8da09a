import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` random letters and digits. 248 is the largest multiple of 62 below 256: no letter is likelier. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length + 8)) {
      if (byte < 248 && text.length < length) text += alphabet.charAt(byte % 62);
    }
  }
  return text;
}

/** A new id such as `pi_3Qk…`. */
export function newId(
  prefix:
    | 'pi'
    | 'ch'
    | 'pm'
    | 're'
    | 'du'
    | 'txn'
    | 'issfr'
    | 'prv'
    | 'evt'
    | 'we'
    | 'acct'
    | 'pmd'
    | 'req'
    | 'mail',
): string {
  return `${prefix}_${randomText(24)}`;
}
