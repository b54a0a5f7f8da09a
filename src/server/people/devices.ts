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

/** Returns the Set-Cookie header that makes this browser known to an account. */
export function rememberDevice(context: Pick<Context, 'db' | 'config'>, userId: string): string {
  const user = findUser(context.db, userId);
  return deviceCookie(context).header(user ? markOf(user) : '', halfAYearInSeconds);
}

/** Returns whether a user has signed in with this browser. @param mark the device cookie */
export function isKnownDevice(user: Marked | undefined, mark: string | undefined): mark is string {
  if (!user || mark === undefined) return false;
  const [given, expected] = [Buffer.from(mark), Buffer.from(markOf(user))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** As `isKnownDevice`, for the account with an email address. */
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

/* A user agent in full could identify its owner: only the names of the browser and the system are kept. */

/** The first match counts: most browsers claim to be Safari, many to be Chrome as well. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|HeadlessChrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** The first match counts: phones also name the system that theirs descends from. */
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns browser and system of a user agent, such as `Firefox on Windows`; null if unknown. */
export function deviceName(userAgent: string | undefined): string | null {
  const find = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent ?? ''))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : null);
}
