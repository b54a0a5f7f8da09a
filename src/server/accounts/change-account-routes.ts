import { Hono } from 'hono';
import {
  type AccountChange,
  accountFormSchema,
  changeOwnSchema,
  changePersonSchema,
} from '../../shared/people/account-form.ts';
import { portraitBodyBytes } from '../../shared/people/profiles.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { formBody, limitBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole, signedIn } from '../http/guard.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { requirePassword } from '../people/credentials/change-password.ts';
import type { Sessions } from '../people/credentials/sessions.ts';
import { requirePerson } from '../people/directory/find-person.ts';
import { readAccount } from '../people/own-account/own-account.ts';
import { listPeople } from '../people/staff/people.ts';
import type { DrawPortrait } from '../profiles/draw-portrait.ts';
import { changeAccount, drawPicture } from './change-account.ts';

const accountBody = limitBody(
  portraitBodyBytes,
  'This picture is larger than 8 MB. Please make it smaller first.',
);

export function changeAccountRoutes(
  context: Context,
  sessions: Sessions,
  rateLimits: RateLimits,
  draw: DrawPortrait,
) {
  const accounts = { context, sessions };

  async function change(user: SignedIn, personId: string, account: AccountChange, picture: File | undefined) {
    if (picture) await rateLimits.portrait.take(user.id);
    const drawn = picture && (await drawPicture(draw, picture));
    const { isNewRole } = await changeAccount(context, user, personId, account, drawn);
    // The new role has another desk.
    if (isNewRole) await sessions.endAll(personId);
  }

  return new Hono<HttpEnv>()
    .put(
      '/account',
      requireRole('admin', 'reader'),
      accountBody,
      formBody(accountFormSchema(changeOwnSchema)),
      async (c) => {
        const { user, sessionId } = signedIn(c);
        const { account, picture } = c.req.valid('form');
        const { currentPassword, ...own } = account;
        if (own.email !== undefined && own.email !== requirePerson(context, user.id).email) {
          // Limited, so that a stolen session cannot be used to guess the password.
          await rateLimits.signIn.countFailures(`password:${user.id}`, () =>
            requirePassword(context, user.id, currentPassword),
          );
        }
        await change(user, user.id, own, picture);
        return c.json(await readAccount(accounts, user, sessionId));
      },
    )
    .put(
      '/staff/:id',
      requireRole('admin'),
      accountBody,
      formBody(accountFormSchema(changePersonSchema)),
      async (c) => {
        const { user } = signedIn(c);
        if (c.req.param('id') === user.id) {
          throw new DomainError(
            'person_conflict',
            'Change your own account under My account, where the password is asked for.',
          );
        }
        const { account, picture } = c.req.valid('form');
        await change(user, c.req.param('id'), account, picture);
        return c.json(await listPeople(accounts));
      },
    );
}
