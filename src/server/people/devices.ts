import { createHmac, timingSafeEqual } from 'node:crypto';
import { days, seconds } from '../../shared/durations.ts';
import { isHttps } from '../base/config/addresses.ts';
import type { Context } from '../base/context.ts';
import { hostCookie } from '../base/host-cookie.ts';
import { findUser, findUserByName } from '../shop/people-repository.ts';

/* A cookie derived from the stored password spares a known browser the pauses after wrong passwords. */

const halfAYearInSeconds = days(183) / seconds(1);

export const deviceCookie = ({ config }: Pick<Context, 'config'>) => hostCookie('device', isHttps(config));

/** @returns the Set-Cookie header that makes this browser known to an account */
export function rememberDevice(context: Pick<Context, 'db' | 'config'>, userId: string): string {
  const user = findUser(context.db, userId);
  return deviceCookie(context).header(user ? markOf(user) : '', halfAYearInSeconds);
}

/** Returns the account's id if its owner has signed in with this browser, else null. @param mark the device cookie */
export function findKnownDevice({ db }: Context, username: string, mark: string | undefined): string | null {
  const user = findUserByName(db, username);
  if (!user || mark === undefined) return null;
  const [given, expected] = [Buffer.from(mark), Buffer.from(markOf(user))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? user.id : null;
}

function markOf(user: { id: string; passwordHash: string }): string {
  return createHmac('sha256', user.passwordHash).update(`device of ${user.id}`).digest('base64url');
}
