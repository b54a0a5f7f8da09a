import { Hono, type Context as HonoContext } from 'hono';
import { getCookie } from 'hono/cookie';
import { mailboxOf } from '../../shared/email/email-address.ts';
import {
  askForResetSchema,
  checkResetSchema,
  loginSchema,
  resetPasswordSchema,
} from '../../shared/people/staff.ts';
import type { Context } from '../base/context.ts';
import { jsonBody, noBody, smallBody } from '../base/http/body.ts';
import { type HttpEnv, requireSignedIn } from '../base/http/guard.ts';
import type { RateLimits } from '../base/http/rate-limits.ts';
import { aboutPerson, recordAuditAlone } from '../base/record-audit.ts';
import { deviceCookie, deviceName, isDeviceOfAddress, rememberDevice } from './devices.ts';
import { mailResetLink, readReset, resetPassword } from './password-reset.ts';
import { presentUser, type Sessions } from './sessions.ts';
import { createSignIn } from './sign-in.ts';

/** Signs users in and out, says who is signed in, and serves password resets. */
export function signInRoutes(context: Context, sessions: Sessions, limits: RateLimits, pace?: number) {
  const signIn = createSignIn(context, limits, pace);

  return new Hono<HttpEnv>()
    .get('/auth/user', (c) => {
      const { user } = requireSignedIn(c);
      return c.json(presentUser(user));
    })
    .post('/login', smallBody, jsonBody(loginSchema), async (c) => {
      const mark = getCookie(c, deviceCookie(context).name);
      const user = await signIn(c.req.valid('json'), c.get('clientAddress'), mark);
      const details = { device: deviceName(c.req.header('user-agent')) };
      const subject = aboutPerson(user);
      await recordAuditAlone(context, { actor: user, action: 'signed_in', subject, details });
      await startSession(c, context, sessions, user.id);
      return c.json(presentUser(user));
    })
    .post('/logout', smallBody, noBody, async (c) => {
      const [user, sessionId] = [c.get('user'), c.get('sessionId')];
      if (user) {
        await recordAuditAlone(context, { actor: user, action: 'signed_out', subject: aboutPerson(user) });
      }
      if (sessionId) c.header('Set-Cookie', await sessions.end(sessionId));
      return c.json({ signedOut: true });
    })
    .post('/password-reset', smallBody, jsonBody(askForResetSchema), async (c) => {
      const { email } = c.req.valid('json');
      const mark = getCookie(c, deviceCookie(context).name);
      const isKnown = isDeviceOfAddress(context, email, mark);
      await limits.askReset.take(isKnown ? mark : c.get('clientAddress'));
      const isCalm = await limits.resetForAddress.tryTake(isKnown ? mark : mailboxOf(email));
      await mailResetLink(context, email, { unlessOneWorks: !isCalm });
      return c.json({ accepted: true });
    })
    .post('/password-reset/check', smallBody, jsonBody(checkResetSchema), (c) => {
      const { token } = c.req.valid('json');
      return c.json({ works: true, ...readReset(context, token) });
    })
    .post('/password-reset/confirm', smallBody, jsonBody(resetPasswordSchema), async (c) => {
      const userId = await resetPassword(context, c.req.valid('json'));
      c.header('Set-Cookie', rememberDevice(context, userId));
      return c.json({ changed: true });
    });
}

/** Starts a session in place of the browser's earlier one, and sets the cookies of session and device. */
export async function startSession(
  c: HonoContext<HttpEnv>,
  context: Context,
  sessions: Sessions,
  userId: string,
): Promise<void> {
  const device = deviceName(c.req.header('user-agent'));
  c.header('Set-Cookie', await sessions.start(userId, device, c.get('sessionId')));
  c.header('Set-Cookie', rememberDevice(context, userId), { append: true });
}
