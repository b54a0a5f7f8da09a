import { Hono } from 'hono';
import type { HealthReport } from '../../../shared/ops/health.ts';
import type { Context } from '../../base/context.ts';
import { errorBody } from '../../base/http/errors.ts';
import { type HttpEnv, requireRole } from '../../base/http/guard.ts';
import { isFromDoctor } from './network.ts';

/** Runs the health checks for admins, and answers doctor's probe with how it arrived; 404 without its proof. */
export function doctorRoutes(
  { clock }: Context,
  serviceId: string,
  runHealthChecks: () => Promise<HealthReport>,
) {
  return (
    new Hono<HttpEnv>()
      .get('/health-report', requireRole('admin'), async (c) => c.json(await runHealthChecks()))
      // Without a limit: a caller who used it up would blind doctor.
      .get('/reached', (c) => {
        if (!isFromDoctor(c.req.query(), serviceId, clock.now())) {
          return c.json(errorBody('route_not_found', 'There is nothing here.'), 404);
        }
        const forwardedFor = c.req.header('x-forwarded-for');
        const hops = forwardedFor === undefined ? 0 : forwardedFor.split(',').length;
        const [protocol = ''] = (c.req.header('x-forwarded-proto') ?? '').split(',');
        return c.json({ hops, protocol: /^https?$/.test(protocol.trim()) ? protocol.trim() : null });
      })
  );
}
