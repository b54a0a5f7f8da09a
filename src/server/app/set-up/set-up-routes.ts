import { Hono, type Context as HonoContext } from 'hono';
import type { FlashedForm } from '../../../shared/fields.ts';
import {
  noteFirstStepSchema,
  type SetUpStep,
  setUpAdminSchema,
  setUpBackupsSchema,
  setUpBusinessSchema,
  setUpKeyIn,
  setUpReaderSchema,
} from '../../../shared/shop/set-up-schema.ts';
import type { z } from '../../../shared/zod.ts';
import type { Context } from '../../base/context.ts';
import { DomainError } from '../../base/domain-error.ts';
import { flashedProblems } from '../../base/form-flash.ts';
import { jsonBody, readForm, smallBody } from '../../base/http/body.ts';
import { type HttpEnv, requireRole, requireSignedIn } from '../../base/http/guard.ts';
import type { RateLimits } from '../../base/http/rate-limits.ts';
import { canInvite } from '../../people/password-reset.ts';
import type { Sessions } from '../../people/sessions.ts';
import { startSession } from '../../people/sign-in-routes.ts';
import { readFirstSteps, recordFirstStep } from './first-steps.ts';
import {
  addFirstReader,
  createFirstAdmin,
  finishSetUp,
  flashSetUpForm,
  isSetUpKey,
  nameBusiness,
} from './set-up.ts';

type Problems = FlashedForm['problems'];

/** Serves the set-up forms, which redirect, and the list of first steps. Only the first form needs no session. */
export function setUpRoutes(context: Context, sessions: Sessions, rateLimits: RateLimits) {
  /** @param names the fields that are shown again when the form is refused */
  async function submit<Data>(
    c: HonoContext<HttpEnv>,
    step: SetUpStep,
    schema: z.ZodType<Data>,
    names: readonly string[],
    save: (data: Data, key: string) => Promise<void>,
    next?: string,
  ) {
    const key = setUpKeyIn(c.req.param('key') ?? '');
    const page = `/set-up/${key || 'none'}`;
    const form = await readForm(c);
    const counted = rateLimits.setUp.take(c.get('clientAddress'));
    if (!isSetUpKey(context.db, key)) {
      await counted;
      return c.redirect(page, 303);
    }
    let problems: Problems = [];
    try {
      // Awaited here, so that the typed text is kept over the limit, too.
      await counted;
      const { data, error } = schema.safeParse(form);
      if (error) problems = flashedProblems(error);
      else await save(data, key);
    } catch (error) {
      problems = problemsOf(error);
    }
    flashSetUpForm(context, [key, step], form, names, problems);
    return c.redirect(problems.length > 0 ? page : (next ?? page), 303);
  }

  return new Hono<HttpEnv>()
    .post('/set-up/:key/admin', smallBody, (c) =>
      submit(c, 'admin', setUpAdminSchema, ['username', 'email'], async (admin, key) =>
        startSession(c, context, sessions, await createFirstAdmin(context, key, admin)),
      ),
    )
    .post('/set-up/:key/business', smallBody, (c) =>
      submit(
        c,
        'business',
        setUpBusinessSchema,
        ['siteName', 'contactEmail', 'billingDescriptor'],
        async (business) => nameBusiness(context, requireSignedIn(c).user, business),
      ),
    )
    .post('/set-up/:key/reader', smallBody, (c) =>
      submit(c, 'reader', setUpReaderSchema(canInvite(context)), ['username', 'email'], async (reader) =>
        addFirstReader(context, requireSignedIn(c).user, reader),
      ),
    )
    .post('/set-up/:key/backups', smallBody, (c) =>
      submit(
        c,
        'backups',
        setUpBackupsSchema,
        ['backups'],
        async (backups) => finishSetUp(context, requireSignedIn(c).user, backups),
        '/admin/dashboard?tab=today',
      ),
    )
    .get('/first-steps', requireRole('admin'), (c) =>
      c.json(readFirstSteps(context, requireSignedIn(c).user)),
    )
    .put('/first-steps', requireRole('admin'), smallBody, jsonBody(noteFirstStepSchema), async (c) => {
      await recordFirstStep(context, c.req.valid('json').note);
      return c.json(readFirstSteps(context, requireSignedIn(c).user));
    });
}

function problemsOf(error: unknown): Problems {
  if (!(error instanceof DomainError)) throw error;
  if (error.code === 'set_up_conflict' || error.code === 'unauthenticated') return [];
  const fields: Record<string, string> = {
    user_conflict: 'username',
    account_conflict: 'email',
    invalid_request: 'password',
  };
  const field = fields[error.code];
  return [{ about: field ? [field] : [], text: error.message }];
}
