import { Hono } from 'hono';
import { backupSettingsSchema } from '../../../shared/ops/backup-schema.ts';
import type { Context } from '../../base/context.ts';
import { jsonBody, noBody, smallBody } from '../../base/http/body.ts';
import { type HttpEnv, requireRole, requireSignedIn } from '../../base/http/guard.ts';
import { changeSettings } from '../../shop/change-settings.ts';
import { backupSettings } from './backup-settings.ts';
import type { Backups } from './backups.ts';

/** Serves admins the list of backups and their settings, and begins one. */
export function backupRoutes(context: Context, backups: Backups) {
  const admin = requireRole('admin');
  return new Hono<HttpEnv>()
    .get('/settings/backups', admin, async (c) => c.json(await backups.state()))
    .put('/settings/backups', admin, smallBody, jsonBody(backupSettingsSchema.partial()), async (c) => {
      await changeSettings(context, requireSignedIn(c).user, backupSettings, c.req.valid('json'));
      return c.json(await backups.state());
    })
    .post('/settings/backups/now', admin, smallBody, noBody, async (c) => {
      backups.makeNow();
      return c.json(await backups.state());
    });
}
