import { Hono } from 'hono';
import type { Account } from '../../shared/people/account.ts';
import { availabilitySchema, daysAwaySchema } from '../../shared/people/availability.ts';
import type { Person } from '../../shared/people/staff.ts';
import type { Context } from '../context/context.ts';
import { jsonBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole, signedIn } from '../http/guard.ts';
import type { Sessions } from '../people/credentials/sessions.ts';
import { readAccount } from '../people/own-account/own-account.ts';
import { listPeople } from '../people/staff/people.ts';
import { setAvailability } from './set-availability.ts';

export function availabilityRoutes(context: Context, sessions: Sessions) {
  const accounts = { context, sessions };
  return new Hono<HttpEnv>()
    .put(
      '/staff/:id/availability',
      requireRole('admin'),
      smallBody,
      jsonBody(availabilitySchema),
      async (c) => {
        await setAvailability(context, signedIn(c).user, c.req.param('id'), c.req.valid('json'));
        return c.json<Person[]>(await listPeople(accounts));
      },
    )
    .put('/account/days-away', requireRole('reader'), smallBody, jsonBody(daysAwaySchema), async (c) => {
      const { user, sessionId } = signedIn(c);
      await setAvailability(context, user, user.id, c.req.valid('json'));
      return c.json<Account>(await readAccount(accounts, user, sessionId));
    });
}
