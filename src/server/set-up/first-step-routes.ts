import { Hono } from 'hono';
import { type FirstSteps, noteFirstStepSchema } from '../../shared/first-steps.ts';
import type { Context } from '../context/context.ts';
import { jsonBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole, signedIn } from '../http/guard.ts';
import { noteFirstStep, readFirstSteps } from './first-steps.ts';

export function firstStepRoutes(context: Context) {
  return new Hono<HttpEnv>()
    .get('/first-steps', requireRole('admin'), (c) =>
      c.json<FirstSteps>(readFirstSteps(context, signedIn(c).user)),
    )
    .put('/first-steps', requireRole('admin'), smallBody, jsonBody(noteFirstStepSchema), async (c) => {
      await noteFirstStep(context, c.req.valid('json').note);
      return c.json<FirstSteps>(readFirstSteps(context, signedIn(c).user));
    });
}
