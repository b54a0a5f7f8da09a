import { Hono } from 'hono';
import type { Context } from '../base/context.ts';
import type { HttpEnv } from '../base/http/env.ts';
import { requireRole } from '../base/http/guard.ts';
import { respondCompressed } from '../base/http/respond.ts';
import { readAftercare } from './read-aftercare.ts';

export function aftercareRoutes(context: Context) {
  return new Hono<HttpEnv>().get('/orders/:id/aftercare', requireRole('admin'), (c) =>
    respondCompressed(c, readAftercare(context, c.req.param('id'))),
  );
}
