import { Hono } from 'hono';
import type { KnownRetention, PersonErased, PersonFound } from '../../shared/privacy/privacy.ts';
import { eraseSchema, personSchema, retentionSchema } from '../../shared/privacy/privacy-schemas.ts';
import type { Retention } from '../../shared/privacy/retention.ts';
import { giveUpOrder } from '../checkout/abandon-checkouts.ts';
import type { Context } from '../context/context.ts';
import { answerFile } from '../http/answer-file.ts';
import { jsonBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole, signedIn } from '../http/guard.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import { findPerson } from './find-person.ts';
import { listUnpaid } from './list-unpaid.ts';
import { changeRetention, showRetention } from './retention-settings.ts';

export function privacyRoutes(context: Context, rateLimits: RateLimits) {
  const admin = requireRole('admin');
  return new Hono<HttpEnv>()
    .get('/privacy/retention', admin, (c) => c.json<KnownRetention>(showRetention(context)))
    .put('/privacy/retention', admin, smallBody, jsonBody(retentionSchema), (c) =>
      c.json<Retention>(changeRetention(context, signedIn(c).user, c.req.valid('json'))),
    )
    .post('/privacy/find', admin, smallBody, jsonBody(personSchema), async (c) => {
      await rateLimits.privacy.take(signedIn(c).user.id);
      return c.json<PersonFound>(await findPerson(context, c.req.valid('json').address));
    })
    .post('/privacy/export', admin, smallBody, jsonBody(personSchema), async (c) => {
      const { user } = signedIn(c);
      await rateLimits.privacy.take(user.id);
      const parts = await exportPerson(context, user, c.req.valid('json').address);
      const file = { name: 'personal-data.json', type: 'application/json; charset=utf-8' };
      return answerFile(c, context.log, file, parts);
    })
    .post('/privacy/erase', admin, smallBody, jsonBody(eraseSchema), async (c) => {
      const { user } = signedIn(c);
      await rateLimits.privacy.take(user.id);
      const { address } = c.req.valid('json');
      // Nobody can pay for an order any more whose customer is to be erased.
      for (const order of listUnpaid(context, address)) await giveUpOrder(context, order);
      return c.json<PersonErased>(await erasePerson(context, user, address));
    });
}
