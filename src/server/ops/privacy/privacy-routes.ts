import { Hono } from 'hono';
import { eraseSchema, personSchema, retentionSchema } from '../../../shared/ops/privacy-schema.ts';
import type { Context } from '../../base/context.ts';
import { jsonBody, smallBody } from '../../base/http/body.ts';
import { type HttpEnv, requireRole, requireSignedIn } from '../../base/http/guard.ts';
import type { RateLimits } from '../../base/http/rate-limits.ts';
import { changeSettings } from '../../shop/change-settings.ts';
import { retentionSettings, showRetention } from './delete-expired.ts';
import { cancelAndErase, findPerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';

/** Serves admins the retention, and finds, exports and erases a person's data. Only finding is not recorded. */
export function privacyRoutes(context: Context, rateLimits: RateLimits) {
  const admin = requireRole('admin');
  return new Hono<HttpEnv>()
    .get('/privacy/retention', admin, (c) => c.json(showRetention(context)))
    .put('/privacy/retention', admin, smallBody, jsonBody(retentionSchema.partial()), async (c) =>
      c.json(await changeSettings(context, requireSignedIn(c).user, retentionSettings, c.req.valid('json'))),
    )
    .post('/privacy/find', admin, smallBody, jsonBody(personSchema), async (c) => {
      await rateLimits.privacy.take(requireSignedIn(c).user.id);
      return c.json(findPerson(context, c.req.valid('json').address));
    })
    .post('/privacy/export', admin, smallBody, jsonBody(personSchema), async (c) => {
      const { user } = requireSignedIn(c);
      await rateLimits.privacy.take(user.id);
      c.header('Content-Disposition', 'attachment; filename="personal-data.json"');
      return c.json(await exportPerson(context, user, c.req.valid('json').address));
    })
    .post('/privacy/erase', admin, smallBody, jsonBody(eraseSchema), async (c) => {
      const { user } = requireSignedIn(c);
      await rateLimits.privacy.take(user.id);
      return c.json(await cancelAndErase(context, user, c.req.valid('json').address));
    });
}
