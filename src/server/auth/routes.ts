import { Hono } from 'hono';
import { loginSchema, type SignedInUser } from '../../shared/staff.ts';
import type { Context } from '../context.ts';
import { jsonBody, noBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { signedIn } from './guard.ts';
import { checkCredentials } from './service.ts';
import type { Sessions } from './sessions.ts';

export function authRoutes(context: Context, sessions: Sessions, rateLimits: RateLimits) {
  return new Hono<HttpEnv>()
    .get('/auth/user', (c) => {
      const { user } = signedIn(c);
      return c.json<SignedInUser>({ username: user.username, role: user.role });
    })
    .post('/login', smallBody, jsonBody(loginSchema), async (c) => {
      await rateLimits.signIn.take(c.get('clientAddress'));
      const user = await checkCredentials(context, c.req.valid('json'));
      await rateLimits.signIn.giveBack(c.get('clientAddress'));
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
