import { Hono } from 'hono';
import type { ReaderRef } from '../../shared/orders.ts';
import { changePasswordSchema } from '../../shared/staff.ts';
import { requireRole, signedIn } from '../auth/guard.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Context } from '../context.ts';
import { jsonBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { changeOwnPassword, listReaders } from './service.ts';

export function staffRoutes(context: Context, sessions: Sessions, rateLimits: RateLimits) {
  return new Hono<HttpEnv>()
    .get('/readers', requireRole('admin'), (c) => c.json<ReaderRef[]>(listReaders(context)))
    .put('/admin/password', requireRole('admin'), smallBody, jsonBody(changePasswordSchema), async (c) => {
      const { user, sessionId } = signedIn(c);
      await rateLimits.signIn.take(`password:${user.id}`);
      await changeOwnPassword(context, sessions, user, sessionId, c.req.valid('json'));
      await rateLimits.signIn.giveBack(`password:${user.id}`);
      return c.json({ changed: true });
    });
}
