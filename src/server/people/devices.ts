import { createHmac, timingSafeEqual } from 'node:crypto';
import { days, seconds } from '../../shared/durations.ts';
import { isHttps } from '../base/config/addresses.ts';
import type { Context } from '../base/context.ts';
import { hostCookie } from '../base/host-cookie.ts';
import { findUser, findUserByEmail } from './people-repository.ts';

/* A cookie derived from the stored password: guesses of strangers never count against a known browser. */

type Marked = { id: string; passwordHash: string };

const halfAYearInSeconds = days(183) / seconds(1);

export const deviceCookie = ({ config }: Pick<Context, 'config'>) => hostCookie('device', isHttps(config));

/** @returns the Set-Cookie header that makes this browser known to an account */
export function rememberDevice(context: Pick<Context, 'db' | 'config'>, userId: string): string {
  const user = findUser(context.db, userId);
  return deviceCookie(context).header(user ? markOf(user) : '', halfAYearInSeconds);
}

/** Returns whether the owner of an account has signed in with this browser. @param mark the device cookie */
export function isKnownDevice(user: Marked | undefined, mark: string | undefined): mark is string {
  if (!user || mark === undefined) return false;
  const [given, expected] = [Buffer.from(mark), Buffer.from(markOf(user))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The same as `isKnownDevice`, for the account with an email address. */
export function isDeviceOfAddress(
  { db }: Pick<Context, 'db'>,
  email: string,
  mark: string | undefined,
): mark is string {
  return isKnownDevice(findUserByEmail(db, email), mark);
}

function markOf(user: Marked): string {
  return createHmac('sha256', user.passwordHash).update(`device of ${user.id}`).digest('base64url');
}
