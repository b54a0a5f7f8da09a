import { Hono } from 'hono';
import { loginSchema, type SignedInUser } from '../../shared/staff.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { jsonBody, noBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { signedIn } from './guard.ts';
import { checkCode, checkCredentials } from './service.ts';
import type { Sessions } from './sessions.ts';

export function authRoutes(context: Context, sessions: Sessions, { signIn }: RateLimits) {
  return new Hono<HttpEnv>()
    .get('/auth/user', (c) => {
      const { user } = signedIn(c);
      return c.json<SignedInUser>({ username: user.username, role: user.role });
    })
    .post('/login', smallBody, jsonBody(loginSchema), async (c) => {
      const { code, ...credentials } = c.req.valid('json');
      const { user, hasTwoFactor } = await signIn.countFailures(c.get('clientAddress'), async () => {
        const found = await checkCredentials(context, credentials);
        if (found.hasTwoFactor && code !== undefined) {
          // Whoever knows the password could guess from many addresses.
          await signIn.countFailures(`code:${found.user.id}`, () => checkCode(context, found.user, code));
        }
        return found;
      });
      if (hasTwoFactor && code === undefined) {
        throw new DomainError('code_required', 'Please enter the code that your authenticator app shows.');
      }
      // A new token at every sign-in: one that somebody planted before is worth nothing.
      const previous = c.get('sessionId');
      if (previous) await sessions.end(previous);
      c.header('Set-Cookie', await sessions.start(user.id));
      return c.json<SignedInUser>({ username: user.username, role: user.role });
    })
    .post('/logout', smallBody, noBody, async (c) => {
      const sessionId = c.get('sessionId');
      if (sessionId) c.header('Set-Cookie', await sessions.end(sessionId));
      return c.json({ signedOut: true });
    });
}
