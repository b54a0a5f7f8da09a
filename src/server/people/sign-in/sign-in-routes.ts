import { availableParallelism } from 'node:os';
import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { loginSchema } from '../../../shared/people/staff.ts';
import { DomainError } from '../../basics/errors.ts';
import type { Context } from '../../context/context.ts';
import { jsonBody, noBody, smallBody } from '../../http/body.ts';
import type { HttpEnv } from '../../http/env.ts';
import { signedIn } from '../../http/guard.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { deviceCookieName, findKnownDevice, rememberDevice } from '../credentials/devices.ts';
import type { Sessions } from '../credentials/sessions.ts';
import { checkCode, checkCredentials } from './check-credentials.ts';
import { deviceName } from './device-name.ts';
import { createGuesses } from './guesses.ts';
import { createFailureNotes, noteSession } from './note-sign-ins.ts';
import { createTurns } from './turns.ts';

/** @param pace the milliseconds between two checks of an account under attack */
export function authRoutes(context: Context, sessions: Sessions, limits: RateLimits, pace?: number) {
  const { signIn } = limits;
  const notes = createFailureNotes(context);
  const guesses = createGuesses(limits.signInToAccount, notes.guarded, pace);
  // Checking a password takes a processor 20 ms: one stays free for other requests.
  const turns = createTurns({ atOnce: Math.max(1, availableParallelism() - 1), inLine: 50 });

  return new Hono<HttpEnv>()
    .get('/auth/user', (c) => {
      const { user } = signedIn(c);
      return c.json({ username: user.username, role: user.role });
    })
    .post('/login', smallBody, jsonBody(loginSchema), async (c) => {
      const { code, ...credentials } = c.req.valid('json');
      const mark = getCookie(c, deviceCookieName(context));
      const knownTo = findKnownDevice(context, credentials.username, mark);
      const check = async () => {
        const found = await turns.take(knownTo !== null, () =>
          checkCredentials(context, credentials, notes.wrongPassword),
        );
        if (found.hasTwoFactor && code !== undefined) {
          // A person who knows the password could guess codes from many addresses.
          await signIn.countFailures(`code:${found.user.id}`, () =>
            checkCode(context, found.user, code, notes.wrongCode),
          );
        }
        return found;
      };
      const { user, hasTwoFactor } = await signIn.countFailures(c.get('clientAddress'), () =>
        knownTo === null
          ? guesses.slowDown(credentials.username.toLowerCase(), check)
          : signIn.countFailures(`device:${knownTo}`, check),
      );
      if (hasTwoFactor && code === undefined) {
        throw new DomainError('code_required', 'Please enter the code that your authenticator app shows.');
      }
      // A new token at every sign-in: one that an attacker planted is worth nothing.
      const previous = c.get('sessionId');
      if (previous) await sessions.end(previous);
      const device = deviceName(c.req.header('user-agent'));
      await noteSession(context, user, 'signed_in', { device });
      c.header('Set-Cookie', await sessions.start(user.id, device));
      c.header('Set-Cookie', rememberDevice(context, user.id), { append: true });
      return c.json({ username: user.username, role: user.role });
    })
    .post('/logout', smallBody, noBody, async (c) => {
      const [user, sessionId] = [c.get('user'), c.get('sessionId')];
      if (user) await noteSession(context, user, 'signed_out');
      if (sessionId) c.header('Set-Cookie', await sessions.end(sessionId));
      return c.json({ signedOut: true });
    });
}
