import { Hono } from 'hono';
import { canonicalEmail } from '../../../shared/email-address.ts';
import {
  askForResetSchema,
  beginTwoFactorSchema,
  checkResetSchema,
  disableTwoFactorSchema,
  enableTwoFactorSchema,
  resetPasswordSchema,
} from '../../../shared/people/account.ts';
import { changePasswordSchema } from '../../../shared/people/staff.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { jsonBody, noBody, smallBody } from '../../http/body.ts';
import type { HttpEnv } from '../../http/env.ts';
import { requireRole, signedIn } from '../../http/guard.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { changeOwnPassword } from '../credentials/change-password.ts';
import { rememberDevice } from '../credentials/devices.ts';
import { endOtherSessions, endSession } from '../credentials/open-sessions.ts';
import { askForReset, checkReset, resetPassword } from '../credentials/password-reset.ts';
import type { Sessions } from '../credentials/sessions.ts';
import { beginTwoFactor, disableTwoFactor, enableTwoFactor } from '../credentials/two-factor.ts';
import { readAccount } from './own-account.ts';

export function accountRoutes(context: Context, sessions: Sessions, rateLimits: RateLimits) {
  const accounts = { context, sessions };
  const staff = requireRole('admin', 'reader');

  /** The holder of a stolen session cannot keep guessing. */
  const limited = <T>(what: 'password' | 'code', user: SignedIn, prove: () => Promise<T>) =>
    rateLimits.signIn.countFailures(`${what}:${user.id}`, prove);

  async function changePassword(
    { user, sessionId }: ReturnType<typeof signedIn>,
    input: { currentPassword: string; newPassword: string },
  ): Promise<string> {
    await limited('password', user, () => changeOwnPassword(accounts, user, sessionId, input));
    return rememberDevice(context, user.id);
  }

  return new Hono<HttpEnv>()
    .get('/account', staff, async (c) => {
      const { user, sessionId } = signedIn(c);
      return c.json(await readAccount(accounts, user, sessionId));
    })
    .put('/account/password', staff, smallBody, jsonBody(changePasswordSchema), async (c) => {
      c.header('Set-Cookie', await changePassword(signedIn(c), c.req.valid('json')));
      return c.json({ changed: true });
    })
    .put('/admin/password', requireRole('admin'), smallBody, jsonBody(changePasswordSchema), async (c) => {
      c.header('Set-Cookie', await changePassword(signedIn(c), c.req.valid('json')));
      return c.json({ changed: true });
    })
    .delete('/account/sessions', staff, smallBody, noBody, async (c) => {
      const { user, sessionId } = signedIn(c);
      await endOtherSessions(accounts, user, sessionId);
      return c.json({ ended: true });
    })
    .delete('/account/sessions/:session', staff, smallBody, noBody, async (c) => {
      const { user } = signedIn(c);
      await endSession(accounts, user, user.id, c.req.param('session'));
      return c.json({ ended: true });
    })
    .post('/account/two-factor', staff, smallBody, jsonBody(beginTwoFactorSchema), async (c) => {
      const { user } = signedIn(c);
      const { currentPassword } = c.req.valid('json');
      return c.json(await limited('password', user, () => beginTwoFactor(context, user, currentPassword)));
    })
    .put('/account/two-factor', staff, smallBody, jsonBody(enableTwoFactorSchema), async (c) => {
      const { user, sessionId } = signedIn(c);
      const { code } = c.req.valid('json');
      const recoveryCodes = await limited('code', user, () =>
        enableTwoFactor(accounts, user, sessionId, code),
      );
      return c.json({ recoveryCodes });
    })
    .delete('/account/two-factor', staff, smallBody, jsonBody(disableTwoFactorSchema), async (c) => {
      const { user } = signedIn(c);
      const proof = c.req.valid('json');
      const kind = proof.code === undefined ? 'password' : 'code';
      await limited(kind, user, () => disableTwoFactor(context, user, proof));
      return c.json({ isOn: false });
    })
    .post('/password-reset', smallBody, jsonBody(askForResetSchema), async (c) => {
      const { email } = c.req.valid('json');
      await rateLimits.askReset.take(c.get('clientAddress'));
      const isCalm = await rateLimits.resetForAddress.allows(canonicalEmail(email));
      await askForReset(context, email, { unlessOneWorks: !isCalm });
      return c.json({ accepted: true });
    })
    .post('/password-reset/check', smallBody, jsonBody(checkResetSchema), (c) => {
      checkReset(context, c.req.valid('json').token);
      return c.json({ works: true });
    })
    .post('/password-reset/confirm', smallBody, jsonBody(resetPasswordSchema), async (c) => {
      const userId = await resetPassword(accounts, c.req.valid('json'));
      c.header('Set-Cookie', rememberDevice(context, userId));
      return c.json({ changed: true });
    });
}
