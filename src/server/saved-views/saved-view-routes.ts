import { Hono } from 'hono';
import { newViewSchema, type SavedView, savedViewSchema } from '../../shared/orders/saved-views.ts';
import type { Context } from '../context/context.ts';
import { jsonBody, noBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole, signedIn } from '../http/guard.ts';
import { changeView, deleteSavedView, listSavedViews, saveView } from './saved-views.ts';

export function savedViewRoutes(context: Context) {
  return new Hono<HttpEnv>()
    .get('/saved-views', requireRole('admin'), (c) =>
      c.json<SavedView[]>(listSavedViews(context, signedIn(c).user)),
    )
    .post('/saved-views', requireRole('admin'), smallBody, jsonBody(newViewSchema), async (c) =>
      c.json<SavedView>(await saveView(context, signedIn(c).user, c.req.valid('json'))),
    )
    .put('/saved-views/:id', requireRole('admin'), smallBody, jsonBody(savedViewSchema), async (c) =>
      c.json<SavedView>(await changeView(context, signedIn(c).user, c.req.param('id'), c.req.valid('json'))),
    )
    .delete('/saved-views/:id', requireRole('admin'), smallBody, noBody, async (c) => {
      await deleteSavedView(context, signedIn(c).user, c.req.param('id'));
      return c.json({ deleted: true });
    });
}
