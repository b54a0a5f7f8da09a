import { Hono } from 'hono';
import { mailboxOf } from '../../shared/email/email-address.ts';
import { emailAddress, type FlashedForm } from '../../shared/fields.ts';
import { z } from '../../shared/zod.ts';
import type { Context } from '../base/context.ts';
import { flashedProblems, flashForm } from '../base/form-flash.ts';
import { readForm, smallBody } from '../base/http/body.ts';
import type { HttpEnv } from '../base/http/guard.ts';
import type { RateLimits } from '../base/http/rate-limits.ts';
import { mailOrderLinks } from '../orders/order-links.ts';

const orderLinksSchema = z.object({ email: emailAddress('Your email address', 'Enter your email address.') });

const tooOften =
  'Too many requests for links from your connection. Please try again in an hour, or email us.';

/** Takes the form by which customers ask for a mail with the links to their orders. */
export function myOrderRoutes(context: Context, rateLimits: RateLimits) {
  const { flash } = context.unfinishedForms;
  return new Hono<HttpEnv>().post('/my-orders', smallBody, async (c) => {
    const form = await readForm(c);
    const again = (problems: FlashedForm['problems']) =>
      c.redirect(flashForm(flash, c.get('clientAddress'), '/my-orders', form, ['email'], problems), 303);
    const { data, error } = orderLinksSchema.safeParse(form);
    if (error) return again(flashedProblems(error));
    if (!(await rateLimits.askLinks.tryTake(c.get('clientAddress')))) {
      return again([{ about: [], text: tooOften }]);
    }
    await mailOrderLinks(
      context,
      data.email,
      await rateLimits.linksForAddress.tryTake(mailboxOf(data.email)),
    );
    return c.redirect('/my-orders#sent', 303);
  });
}
