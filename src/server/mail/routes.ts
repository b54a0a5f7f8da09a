import { Hono } from 'hono';
import { testEmailSchema } from '../../shared/checkout.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { jsonBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { areTestPagesOpen } from '../test-pages.ts';
import { sendTestMail } from './service.ts';

export function mailRoutes(context: Context, rateLimits: RateLimits) {
  return new Hono<HttpEnv>().post('/test-email', smallBody, jsonBody(testEmailSchema), async (c) => {
    if (!areTestPagesOpen(context.config, '/email-test', c.get('user'))) {
      throw new DomainError('route_not_found', 'There is nothing here.');
    }
    await rateLimits.testEmail.take(c.get('clientAddress'));
    await sendTestMail(context, c.req.valid('json').email);
    return c.json({ sent: true });
  });
}
