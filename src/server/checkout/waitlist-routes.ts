import { Hono } from 'hono';
import { mailboxOf } from '../../shared/email/email-address.ts';
import { emailAddress, type FlashedForm } from '../../shared/fields.ts';
import { z } from '../../shared/zod.ts';
import type { Context } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { flashedProblems, flashForm } from '../base/form-flash.ts';
import { jsonBody, readForm, smallBody } from '../base/http/body.ts';
import type { HttpEnv } from '../base/http/guard.ts';
import type { RateLimits } from '../base/http/rate-limits.ts';
import { joinWaitlist } from './waitlist.ts';

const waitlistSchema = z.object({ email: emailAddress('Your email address', 'Enter your email address.') });

/** Accepts email addresses for the waitlist. The response does not reveal whether an address is on it. */
export function waitlistRoutes(context: Context, rateLimits: RateLimits) {
  const { flash } = context.unfinishedForms;
  async function join(client: string, email: string): Promise<void> {
    await rateLimits.joinWaitlist.take(client);
    await joinWaitlist(context, email, await rateLimits.waitlistForAddress.tryTake(mailboxOf(email)));
  }
  return new Hono<HttpEnv>().post(
    '/reopening',
    smallBody,
    async (c, next) => {
      if (c.req.header('content-type')?.startsWith('application/json')) return next();
      const form = await readForm(c);
      const client = c.get('clientAddress');
      const again = (problems: FlashedForm['problems']) =>
        c.redirect(flashForm(flash, client, '/reopening', form, ['email'], problems), 303);
      const { data, error } = waitlistSchema.safeParse(form);
      if (error) return again(flashedProblems(error));
      try {
        await join(client, data.email);
      } catch (problem) {
        if (problem instanceof DomainError) return again([{ about: [], text: problem.message }]);
        throw problem;
      }
      return c.redirect('/reopening#sent', 303);
    },
    jsonBody(waitlistSchema),
    async (c) => {
      await join(c.get('clientAddress'), c.req.valid('json').email);
      return c.json({ sent: true });
    },
  );
}
