import { domainToASCII } from 'node:url';
import addressparser from 'nodemailer/lib/addressparser';

/** RFC 5322 dot-atom, letters of every script allowed (RFC 6531). No quoted form, no comment, no second `@`. */
const localPart = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domainLabels = /^[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)*$/u;

/** Returns an address with its domain in ASCII; null if it is not one: nodemailer mails `a,b<evil@x.com>` to evil. */
export function plainAddress(address: string): string | null {
  const at = address.indexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (at < 1 || address.length > 254 || local.length > 64) return null;
  if (!localPart.test(local) || !domainLabels.test(domain)) return null;
  const ascii = domainToASCII(domain);
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(ascii) ? `${local}@${ascii}` : null;
}

/** Splits a `From` setting into name and address. @throws {Error} when it is not exactly one mailbox */
export function parseSender(from: string): { name: string; address: string } {
  const [sender, ...others] = addressparser(from, { flatten: true });
  const address = sender && others.length === 0 ? plainAddress(sender.address) : null;
  // Of two addresses with a blank between them the library takes one for the name of the other.
  const written = from.match(from.includes('<') ? /<[^<>\s]+@[^<>\s]+>/g : /\S*@\S*/g) ?? [];
  if (!sender || !address || written.length > 1)
    throw new Error(`The sender must be one address, like "Name <name@example.com>", not "${from}"`);
  return { name: sender.name, address };
}

/** Returns whether a `From` setting is one mailbox on one line. */
export function isSender(from: string): boolean {
  try {
    return !/[\r\n]/.test(from) && parseSender(from).address !== '';
  } catch {
    return false;
  }
}
