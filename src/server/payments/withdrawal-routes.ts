import { Hono } from 'hono';
import { settleWithdrawalSchema } from '../../shared/aftercare/settling.ts';
import { stateWithdrawalSchema } from '../../shared/aftercare/withdrawal.ts';
import type { FlashedForm } from '../../shared/fields.ts';
import { linkSecretIn } from '../../shared/text.ts';
import type { Context } from '../base/context.ts';
import { flashedProblems, flashForm } from '../base/form-flash.ts';
import { jsonBody, noBody, readForm, smallBody } from '../base/http/body.ts';
import { type HttpEnv, requireRole, requireSignedIn } from '../base/http/guard.ts';
import type { RateLimits } from '../base/http/rate-limits.ts';
import { readIdentity } from '../shop/read-business.ts';
import {
  confirmWithdrawal,
  liftWithdrawal,
  requestWithdrawalByLink,
  requestWithdrawalByNumber,
  settleWithdrawal,
} from './withdraw.ts';

const names = ['orderNumber', 'email'];
const unknown =
  'We can’t find an order with this number and email address. You’ll find both in your confirmation email.';

const tooOften = (context: Context) =>
  `There were too many attempts from your connection. Please try again in an hour. You can also withdraw by emailing ${readIdentity(context).contactEmail}. It counts just the same.`;

/** Takes the forms of the withdrawal pages, without sign-in or scripts; admins settle a withdrawal or lift it. */
export function withdrawalRoutes(context: Context, rateLimits: RateLimits) {
  const { flash } = context.unfinishedForms;
  return new Hono<HttpEnv>()
    .post('/withdrawals', smallBody, async (c) => {
      const form = await readForm(c);
      const again = (problems: FlashedForm['problems']) =>
        c.redirect(flashForm(flash, c.get('clientAddress'), '/withdraw', form, names, problems), 303);
      const { data, error } = stateWithdrawalSchema.safeParse(form);
      if (error) return again(flashedProblems(error));
      if (!(await rateLimits.stateWithdrawal.tryTake(c.get('clientAddress')))) {
        return again([{ about: [], text: tooOften(context) }]);
      }
      const key = requestWithdrawalByNumber(context, data);
      return key === null ? again([{ about: names, text: unknown }]) : c.redirect(`/withdraw/${key}`, 303);
    })
    .post('/order-links/:token/withdrawal', smallBody, async (c) => {
      const token = linkSecretIn(c.req.param('token'));
      if (!(await rateLimits.customerForm.tryTake(c.get('clientAddress')))) {
        return c.redirect('/withdraw#later', 303);
      }
      const key = requestWithdrawalByLink(context, token);
      return c.redirect(key === null ? `/order/${token}` : `/withdraw/${key}`, 303);
    })
    .post('/withdrawals/:key/confirm', smallBody, async (c) => {
      const key = linkSecretIn(c.req.param('key'));
      await confirmWithdrawal(context, key, () => rateLimits.customerForm.take(c.get('clientAddress')));
      return c.redirect(`/withdraw/${key}`, 303);
    })
    .put('/orders/:id/withdrawal/lift', requireRole('admin'), smallBody, noBody, async (c) => {
      const orderId = c.req.param('id');
      await liftWithdrawal(context, requireSignedIn(c).user, orderId);
      return c.json({ orderId });
    })
    .put(
      '/orders/:id/withdrawal/settle',
      requireRole('admin'),
      smallBody,
      jsonBody(settleWithdrawalSchema),
      async (c) => {
        const orderId = c.req.param('id');
        await settleWithdrawal(context, requireSignedIn(c).user, orderId, c.req.valid('json').refundedBefore);
        return c.json({ orderId });
      },
    );
}
