import { Hono } from 'hono';
import type { ReaderRef } from '../../../shared/orders.ts';
import {
  changePasswordSchema,
  createPersonSchema,
  type OpenSession,
  type Person,
  setActiveSchema,
  setEmailSchema,
  setPasswordSchema,
} from '../../../shared/staff.ts';
import type { Context } from '../../context/context.ts';
import { jsonBody, noBody, smallBody } from '../../http/body.ts';
import type { HttpEnv } from '../../http/env.ts';
import { requireRole, signedIn } from '../../http/guard.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import type { Sessions } from '../credentials/sessions.ts';
import { changeOwnPassword, createUser, listReaders } from './create-user.ts';
import {
  endSession,
  listPeople,
  listSessions,
  setPersonActive,
  setPersonEmail,
  setPersonPassword,
} from './people.ts';

export function staffRoutes(context: Context, sessions: Sessions, rateLimits: RateLimits) {
  const staff = { context, sessions };
  return new Hono<HttpEnv>()
    .get('/readers', requireRole('admin'), (c) => c.json<ReaderRef[]>(listReaders(context)))
    .put('/admin/password', requireRole('admin'), smallBody, jsonBody(changePasswordSchema), async (c) => {
      const { user, sessionId } = signedIn(c);
      await rateLimits.signIn.countFailures(`password:${user.id}`, () =>
        changeOwnPassword(context, sessions, user, sessionId, c.req.valid('json')),
      );
      return c.json({ changed: true });
    })
    .get('/staff', requireRole('admin'), async (c) => c.json<Person[]>(await listPeople(staff)))
    .post('/staff', requireRole('admin'), smallBody, jsonBody(createPersonSchema), async (c) => {
      await createUser(context, c.req.valid('json'));
      return c.json<Person[]>(await listPeople(staff));
    })
    .put('/staff/:id/active', requireRole('admin'), smallBody, jsonBody(setActiveSchema), async (c) => {
      await setPersonActive(staff, signedIn(c).user, c.req.param('id'), c.req.valid('json'));
      return c.json<Person[]>(await listPeople(staff));
    })
    .put('/staff/:id/password', requireRole('admin'), smallBody, jsonBody(setPasswordSchema), async (c) => {
      const { newPassword } = c.req.valid('json');
      await setPersonPassword(staff, signedIn(c).user, c.req.param('id'), newPassword);
      return c.json({ changed: true });
    })
    .put('/staff/:id/email', requireRole('admin'), smallBody, jsonBody(setEmailSchema), async (c) => {
      setPersonEmail(staff, signedIn(c).user, c.req.param('id'), c.req.valid('json').email);
      return c.json<Person[]>(await listPeople(staff));
    })
    .get('/staff/:id/sessions', requireRole('admin'), async (c) =>
      c.json<OpenSession[]>(await listSessions(staff, c.req.param('id'), signedIn(c).sessionId)),
    )
    .delete('/staff/:id/sessions/:session', requireRole('admin'), smallBody, noBody, async (c) => {
      await endSession(staff, c.req.param('id'), c.req.param('session'));
      return c.json({ ended: true });
    });
}
