import { Hono, type Context as HonoContext } from 'hono';
import type { ReturnedForm } from '../../shared/aftercare/returned-form.ts';
import {
  type FirstSteps,
  noteFirstStepSchema,
  type SetUpStep,
  setUpAdminSchema,
  setUpBusinessSchema,
  setUpKeyIn,
} from '../../shared/set-up.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import { fieldProblems } from '../context/returned-forms.ts';
import { jsonBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { readForm } from '../http/form.ts';
import { requireRole, signedIn } from '../http/guard.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { rememberDevice } from '../people/credentials/devices.ts';
import type { Sessions } from '../people/credentials/sessions.ts';
import { deviceName } from '../people/sign-in/device-name.ts';
import { noteFirstStep, readFirstSteps } from './first-steps.ts';
import { isSetUpKey } from './open-set-up.ts';
import { createFirstAdmin, keepSetUpForm, nameBusiness } from './take-steps.ts';

type Form = Record<string, string>;
type Call = HonoContext<HttpEnv>;
type Problems = ReturnedForm['problems'];

const isDone: Problems = [];

/** The first form needs only the key, the others an admin’s session. Each leads back to its page. */
export function setUpRoutes(context: Context, sessions: Sessions, rateLimits: RateLimits) {
  const { db } = context;

  async function take(
    c: Call,
    step: SetUpStep,
    kept: readonly string[],
    work: (form: Form, key: string) => Promise<Problems>,
    next?: string,
  ) {
    const key = setUpKeyIn(c.req.param('key') ?? '');
    const page = `/set-up/${key || 'none'}`;
    const form = await readForm(c);
    const counted = rateLimits.setUp.take(c.get('clientAddress'));
    if (!isSetUpKey(db, key)) {
      await counted;
      return c.redirect(page, 303);
    }
    // Over the limit the typed text is returned as well.
    const problems = await counted.then(() => work(form, key)).catch(problemsOf);
    keepSetUpForm(context, [key, step], form, kept, problems);
    return c.redirect(problems === isDone ? (next ?? page) : page, 303);
  }

  return new Hono<HttpEnv>()
    .post('/set-up/:key/admin', smallBody, (c) =>
      take(c, 'admin', ['username', 'email'], async (form, key) => {
        const { data, error } = setUpAdminSchema.safeParse(form);
        if (error) return fieldProblems(error);
        const userId = await createFirstAdmin(context, key, data);
        const previous = c.get('sessionId');
        if (previous) await sessions.end(previous);
        c.header('Set-Cookie', await sessions.start(userId, deviceName(c.req.header('user-agent'))));
        c.header('Set-Cookie', rememberDevice(context, userId), { append: true });
        return isDone;
      }),
    )
    .post('/set-up/:key/business', smallBody, (c) =>
      take(
        c,
        'business',
        ['siteName', 'contactEmail'],
        async (form) => {
          const { user } = signedIn(c);
          const { data, error } = setUpBusinessSchema.safeParse(form);
          if (error) return fieldProblems(error);
          await nameBusiness(context, user, data).catch((error: unknown) => {
            // The second press of a double click.
            const isOver = error instanceof DomainError && error.code === 'set_up_conflict';
            if (!isOver || user.role !== 'admin') throw error;
          });
          return isDone;
        },
        '/admin/dashboard',
      ),
    )
    .get('/first-steps', requireRole('admin'), (c) =>
      c.json<FirstSteps>(readFirstSteps(context, signedIn(c).user)),
    )
    .put('/first-steps', requireRole('admin'), smallBody, jsonBody(noteFirstStepSchema), async (c) => {
      await noteFirstStep(context, c.req.valid('json').note);
      return c.json<FirstSteps>(readFirstSteps(context, signedIn(c).user));
    });
}

/** @returns what the visitor can change; the page itself shows the state of the set-up */
function problemsOf(error: unknown): Problems {
  if (!(error instanceof DomainError)) throw error;
  if (error.code.startsWith('set_up_') || error.code === 'unauthenticated') return [];
  const about = { user_conflict: ['username'], invalid_request: ['password'] }[error.code as string] ?? [];
  return [{ about, text: error.message }];
}
