import { createHmac, timingSafeEqual } from 'node:crypto';
import { serialize } from 'hono/utils/cookie';
import { days, seconds } from '../../../shared/durations.ts';
import { isHttps } from '../../config/https.ts';
import type { Context } from '../../context/context.ts';
import { ownCookie } from '../../context/own-cookie.ts';
import { findUser, findUserByName } from '../directory/people-repository.ts';

/*
 * A browser that has signed in keeps a cookie that says so. It opens nothing; it only spares its owner the pauses that
 * slow down people who guess at the account. It is derived from the stored password, so it ends with that, and nothing
 * has to be stored for it.
 */

const halfAYearInSeconds = days(183) / seconds(1);

type Device = Pick<Context, 'db' | 'config'>;

/** The cookie's name. */
export function deviceCookieName({ config }: Pick<Context, 'config'>): string {
  return deviceCookie(config).name;
}

/** @returns the Set-Cookie header by which this browser is known to an account from now on */
export function rememberDevice(context: Device, userId: string): string {
  const user = findUser(context.db, userId);
  const { name, attributes } = deviceCookie(context.config);
  return serialize(name, user ? markOf(user) : '', { ...attributes, maxAge: halfAYearInSeconds });
}

/** @returns the id of the account, when its owner has signed in with this browser before; else null */
export function findKnownDevice({ db }: Device, username: string, mark: string | undefined): string | null {
  const user = mark === undefined ? undefined : findUserByName(db, username);
  if (!user || mark === undefined) return null;
  const [given, expected] = [Buffer.from(mark), Buffer.from(markOf(user))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? user.id : null;
}

function markOf(user: { id: string; passwordHash: string }): string {
  return createHmac('sha256', user.passwordHash).update(`device of ${user.id}`).digest('base64url');
}

function deviceCookie(config: Context['config']) {
  return ownCookie('device', isHttps(config));
}
