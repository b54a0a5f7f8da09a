import { Hono } from 'hono';
import { createPersonSchema, setPasswordSchema } from '../../../shared/people/staff.ts';
import type { Context } from '../../context/context.ts';
import { jsonBody, noBody, smallBody } from '../../http/body.ts';
import type { HttpEnv } from '../../http/env.ts';
import { requireRole, signedIn } from '../../http/guard.ts';
import { endSession, listSessions } from '../credentials/open-sessions.ts';
import type { Sessions } from '../credentials/sessions.ts';
import { createUser, listReaders } from './create-user.ts';
import { disableTwoFactorOf, listPeople, setPersonPassword } from './people.ts';

export function staffRoutes(context: Context, sessions: Sessions) {
  const accounts = { context, sessions };
  return new Hono<HttpEnv>()
    .get('/readers', requireRole('admin'), (c) => c.json(listReaders(context)))
    .get('/staff', requireRole('admin'), async (c) => c.json(await listPeople(accounts)))
    .post('/staff', requireRole('admin'), smallBody, jsonBody(createPersonSchema), async (c) => {
      await createUser(context, c.req.valid('json'), signedIn(c).user);
      context.publicChanged();
      return c.json(await listPeople(accounts));
    })
    .put('/staff/:id/password', requireRole('admin'), smallBody, jsonBody(setPasswordSchema), async (c) => {
      const { newPassword } = c.req.valid('json');
      await setPersonPassword(accounts, signedIn(c).user, c.req.param('id'), newPassword);
      return c.json({ changed: true });
    })
    .delete('/staff/:id/two-factor', requireRole('admin'), smallBody, noBody, async (c) => {
      await disableTwoFactorOf(context, signedIn(c).user, c.req.param('id'));
      return c.json(await listPeople(accounts));
    })
    .get('/staff/:id/sessions', requireRole('admin'), async (c) =>
      c.json(await listSessions(accounts, c.req.param('id'), signedIn(c).sessionId)),
    )
    .delete('/staff/:id/sessions/:session', requireRole('admin'), smallBody, noBody, async (c) => {
      await endSession(accounts, signedIn(c).user, c.req.param('id'), c.req.param('session'));
      return c.json({ ended: true });
    });
}
