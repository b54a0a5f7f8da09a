import { Hono, type MiddlewareHandler } from 'hono';
import type { Account } from '../../shared/people/account.ts';
import { portraitFormSchema, profileSchema } from '../../shared/people/profile-schema.ts';
import { portraitBodyBytes } from '../../shared/people/profiles.ts';
import type { Person } from '../../shared/people/staff.ts';
import type { Context } from '../context/context.ts';
import { formBody, jsonBody, limitBody, noBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole, signedIn } from '../http/guard.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Sessions } from '../people/credentials/sessions.ts';
import { readAccount } from '../people/own-account/own-account.ts';
import { listPeople } from '../people/staff/people.ts';
import { changePortrait, changeProfile, removePortrait, requireReader } from './change-profile.ts';
import type { DrawPortrait } from './portrait.ts';

const portraitBody = limitBody(
  portraitBodyBytes,
  'This picture is larger than 8 MB. Please make it smaller first.',
);

export function profileRoutes(
  context: Context,
  sessions: Sessions,
  rateLimits: RateLimits,
  draw: DrawPortrait,
) {
  const accounts = { context, sessions };
  const admin = requireRole('admin');
  const reader = requireRole('reader');
  /** Before a file is read for nobody. */
  const aReader: MiddlewareHandler<HttpEnv, '/staff/:id/portrait'> = (c, next) => {
    requireReader(context, c.req.param('id'));
    return next();
  };
  return new Hono<HttpEnv>()
    .put('/staff/:id/profile', admin, smallBody, jsonBody(profileSchema), async (c) => {
      await changeProfile(context, signedIn(c).user, c.req.param('id'), c.req.valid('json'));
      return c.json<Person[]>(await listPeople(accounts));
    })
    .put('/staff/:id/portrait', admin, aReader, portraitBody, formBody(portraitFormSchema), async (c) => {
      const { user } = signedIn(c);
      await rateLimits.portrait.take(user.id);
      await changePortrait(context, draw, user, c.req.param('id'), c.req.valid('form'));
      return c.json<Person[]>(await listPeople(accounts));
    })
    .delete('/staff/:id/portrait', admin, smallBody, noBody, async (c) => {
      await removePortrait(context, signedIn(c).user, c.req.param('id'));
      return c.json<Person[]>(await listPeople(accounts));
    })
    .put('/account/profile', reader, smallBody, jsonBody(profileSchema), async (c) => {
      const { user, sessionId } = signedIn(c);
      await changeProfile(context, user, user.id, c.req.valid('json'));
      return c.json<Account>(await readAccount(accounts, user, sessionId));
    })
    .put('/account/portrait', reader, portraitBody, formBody(portraitFormSchema), async (c) => {
      const { user, sessionId } = signedIn(c);
      await rateLimits.portrait.take(user.id);
      await changePortrait(context, draw, user, user.id, c.req.valid('form'));
      return c.json<Account>(await readAccount(accounts, user, sessionId));
    })
    .delete('/account/portrait', reader, smallBody, noBody, async (c) => {
      const { user, sessionId } = signedIn(c);
      await removePortrait(context, user, user.id);
      return c.json<Account>(await readAccount(accounts, user, sessionId));
    });
}
