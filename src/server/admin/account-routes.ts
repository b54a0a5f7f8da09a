import { Hono, type Context as HonoContext } from 'hono';
import {
  accountFormSchema,
  changeOwnSchema,
  changePersonSchema,
  currentPasswordSchema,
  enableTwoFactorSchema,
} from '../../shared/people/account-schema.ts';
import {
  changePasswordSchema,
  createPersonSchema,
  type PasswordChange,
  setActiveSchema,
  setPasswordSchema,
} from '../../shared/people/staff.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { formBody, jsonBody, noBody, pictureBody, smallBody } from '../base/http/body.ts';
import { type HttpEnv, requireRole, requireSignedIn } from '../base/http/guard.ts';
import type { RateLimits } from '../base/http/rate-limits.ts';
import type { ReadPicture } from '../base/render-picture.ts';
import { createUser } from '../people/create-user.ts';
import { rememberDevice } from '../people/devices.ts';
import { inviteAgain, inviteUser } from '../people/password-reset.ts';
import { requirePassword, setPassword } from '../people/passwords.ts';
import { endOtherSessions, endSession } from '../people/sessions.ts';
import { beginTwoFactor, disableTwoFactor, enableTwoFactor } from '../people/two-factor.ts';
import { readIdentity } from '../shop/read-business.ts';
import { changeAccount, setPersonActive } from './change-account.ts';
import { listPeople, listReaders, readAccount, requireOtherPerson } from './list-people.ts';

/**
 * Serves users their own account, and admins all accounts. Signed-in users prove their password before risky changes
 * of their own account.
 */
export function accountRoutes(context: Context, rateLimits: RateLimits, readPicture: ReadPicture) {
  const staff = requireRole('admin', 'reader');
  const admin = requireRole('admin');

  /** Checks the password, with a limit against guesses from a stolen session. */
  const provePassword = (user: SignedIn, password: string | undefined) =>
    rateLimits.signIn.countFailures(`password:${user.id}`, () => requirePassword(context, user.id, password));

  async function changePassword(c: HonoContext<HttpEnv>, { currentPassword, newPassword }: PasswordChange) {
    const { user, sessionId } = requireSignedIn(c);
    await provePassword(user, currentPassword);
    await setPassword(context, { actor: user, person: user }, newPassword, { keepSessionId: sessionId });
    c.header('Set-Cookie', rememberDevice(context, user.id));
    return c.json({ changed: true });
  }

  const drawn = async (user: SignedIn, picture: File | undefined) =>
    picture && readPicture(user, picture, 'portrait');

  const answerAccount = (c: HonoContext<HttpEnv>) => {
    const { user, sessionId } = requireSignedIn(c);
    return c.json(readAccount(context, user, sessionId));
  };
  const answerPeople = (c: HonoContext<HttpEnv>) => c.json(listPeople(context, requireSignedIn(c).sessionId));

  return new Hono<HttpEnv>()
    .get('/account', staff, answerAccount)
    .put('/account', staff, pictureBody, formBody(accountFormSchema(changeOwnSchema)), async (c) => {
      const { user, sessionId } = requireSignedIn(c);
      const { picture, currentPassword, ...own } = c.req.valid('form');
      const { maxOpenOrders, readingsPerDay } = own;
      if (user.role === 'reader' && (maxOpenOrders !== undefined || readingsPerDay !== undefined)) {
        throw new DomainError('forbidden', 'Only an admin sets how many orders a reader takes.');
      }
      if (own.email !== undefined && own.email !== readAccount(context, user, sessionId).email) {
        await provePassword(user, currentPassword);
      }
      await changeAccount(context, user, user.id, own, await drawn(user, picture));
      return answerAccount(c);
    })
    .put('/account/password', staff, smallBody, jsonBody(changePasswordSchema), (c) =>
      changePassword(c, c.req.valid('json')),
    )
    .put('/admin/password', admin, smallBody, jsonBody(changePasswordSchema), (c) =>
      changePassword(c, c.req.valid('json')),
    )
    .delete('/account/sessions', staff, smallBody, noBody, async (c) => {
      const { user, sessionId } = requireSignedIn(c);
      await endOtherSessions(context, user, sessionId);
      return answerAccount(c);
    })
    .delete('/account/sessions/:session', staff, smallBody, noBody, async (c) => {
      const { user } = requireSignedIn(c);
      await endSession(context, user, user.id, c.req.param('session'));
      return answerAccount(c);
    })
    .post('/account/two-factor', staff, smallBody, jsonBody(currentPasswordSchema), async (c) => {
      const { user } = requireSignedIn(c);
      await provePassword(user, c.req.valid('json').currentPassword);
      return c.json(await beginTwoFactor(context, user, readIdentity(context).siteName));
    })
    .put('/account/two-factor', staff, smallBody, jsonBody(enableTwoFactorSchema), async (c) => {
      const { user, sessionId } = requireSignedIn(c);
      const { code } = c.req.valid('json');
      const recoveryCodes = await rateLimits.signIn.countFailures(`code:${user.id}`, () =>
        enableTwoFactor(context, user, sessionId, code),
      );
      return c.json({ recoveryCodes });
    })
    .delete('/account/two-factor', staff, smallBody, jsonBody(currentPasswordSchema), async (c) => {
      const { user } = requireSignedIn(c);
      await provePassword(user, c.req.valid('json').currentPassword);
      await disableTwoFactor(context, user, user);
      return answerAccount(c);
    })
    .get('/readers', admin, (c) => c.json(listReaders(context)))
    .get('/staff', admin, answerPeople)
    .post('/staff', admin, smallBody, jsonBody(createPersonSchema), async (c) => {
      const { user } = requireSignedIn(c);
      const { invite, ...person } = c.req.valid('json');
      if (invite) await inviteUser(context, person, user);
      else await createUser(context, person, user);
      context.signals.invalidatePublicPages();
      return answerPeople(c);
    })
    .put('/staff/:id', admin, pictureBody, formBody(accountFormSchema(changePersonSchema)), async (c) => {
      const { user } = requireSignedIn(c);
      const { id } = requireOtherPerson(context, user, c.req.param('id'));
      const { picture, ...account } = c.req.valid('form');
      await changeAccount(context, user, id, account, await drawn(user, picture));
      return answerPeople(c);
    })
    .post('/staff/:id/invitation', admin, smallBody, noBody, async (c) => {
      await inviteAgain(context, requireSignedIn(c).user, c.req.param('id'));
      return answerPeople(c);
    })
    .put('/staff/:id/active', admin, smallBody, jsonBody(setActiveSchema), async (c) => {
      await setPersonActive(context, requireSignedIn(c).user, c.req.param('id'), c.req.valid('json'));
      return answerPeople(c);
    })
    .put('/staff/:id/password', admin, smallBody, jsonBody(setPasswordSchema), async (c) => {
      const { user } = requireSignedIn(c);
      const person = requireOtherPerson(context, user, c.req.param('id'));
      await setPassword(context, { actor: user, person }, c.req.valid('json').newPassword);
      return answerPeople(c);
    })
    .delete('/staff/:id/two-factor', admin, smallBody, noBody, async (c) => {
      const { user } = requireSignedIn(c);
      await disableTwoFactor(context, user, requireOtherPerson(context, user, c.req.param('id')));
      return answerPeople(c);
    })
    .delete('/staff/:id/sessions/:session', admin, smallBody, noBody, async (c) => {
      await endSession(context, requireSignedIn(c).user, c.req.param('id'), c.req.param('session'));
      return answerPeople(c);
    });
}
