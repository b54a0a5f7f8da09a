import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { signedInAsHeader } from '../../../shared/error-body.ts';
import { hasRole, type Role } from '../../../shared/people/signed-in-user.ts';
import type { Config } from '../config/config.ts';
import type { SignedIn } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { clientKey } from './client-address.ts';

/** The values that a request carries through its handlers. */
export interface HttpEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    user: SignedIn | null;
    /** The username of the signed-in user, when the call comes from another person's page. */
    otherUser?: string;
    /** The SHA-256 of the session's token; null for a visitor. */
    sessionId: string | null;
    clientAddress: string;
  };
}

export interface SessionFinder {
  cookieName: string;
  /** `isUse` prolongs the session. Returns null when it is unknown, idle for 8 h or older than 24 h */
  find(token: string, isUse?: boolean): Promise<{ user: SignedIn; sessionId: string } | null>;
}

/** Sets the caller's address, session and user (or `otherUser`); refuses no one. @param idlePaths prolong no session */
export function identify(
  sessions: SessionFinder,
  trustedProxyHops: number,
  idlePaths: string[],
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const socketAddress = c.env?.incoming?.socket.remoteAddress;
    const forwardedFor = c.req.header('x-forwarded-for');
    c.set('clientAddress', clientKey(socketAddress, forwardedFor, trustedProxyHops));
    const token = getCookie(c, sessions.cookieName);
    const found = token ? await sessions.find(token, !idlePaths.includes(c.req.path)) : null;
    const wanted = c.req.header(signedInAsHeader);
    const isOther =
      found !== null && wanted !== undefined && wanted !== encodeURIComponent(found.user.username);
    c.set('user', isOther ? null : (found?.user ?? null));
    if (isOther) c.set('otherUser', found.user.username);
    c.set('sessionId', found?.sessionId ?? null);
    await next();
  };
}

/** Refuses callers who are not signed in (`unauthenticated`) or have none of the roles (`forbidden`). */
export function requireRole(...roles: Role[]): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const { user } = requireSignedIn(c);
    if (!roles.some((role) => hasRole(user, role))) {
      throw new DomainError(
        'forbidden',
        user.role === 'admin'
          ? 'Your account isn’t set to write readings. Please reload the page.'
          : 'This is not available to readers.',
      );
    }
    await next();
  };
}

/** Returns the signed-in user. @throws {DomainError} `unauthenticated`; `other_user` if the page is another person's */
export function requireSignedIn(c: HonoContext<HttpEnv>): { user: SignedIn; sessionId: string } {
  const user = c.get('user');
  const sessionId = c.get('sessionId');
  const other = c.get('otherUser');
  if (other !== undefined) {
    throw new DomainError(
      'other_user',
      `${other} is now signed in on this browser. Please sign in again as yourself.`,
    );
  }
  if (!user || !sessionId) throw new DomainError('unauthenticated', 'Please sign in first.');
  return { user, sessionId };
}

const testPages = ['/stripe-test', '/email-test'] as const;
type TestPage = (typeof testPages)[number];

export function testPageAt(path: string): TestPage | undefined {
  return testPages.find((page) => path === page || path === `${page}/`);
}

/** Returns whether a user may see a test page: admins may, others by TEST_PAGES and Stripe's mode (docs/product.md). */
export function isTestPageOpen(config: Config, page: TestPage, user: SignedIn | null): boolean {
  if (user?.role === 'admin') return true;
  if (config.testPages === 'off') return false;
  if (config.testPages === 'public') return page === '/email-test' || config.stripe.mode !== 'live';
  return config.stripe.mode === 'sandbox' || (page === '/stripe-test' && config.stripe.mode === 'test');
}
