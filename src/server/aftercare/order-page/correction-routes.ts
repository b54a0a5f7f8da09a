import { Hono, type Context as HonoContext } from 'hono';
import { suggestEmail, undeliverableLetter } from '../../../shared/email/mistyped-email.ts';
import { correctionSchemas } from '../../../shared/orders/corrections.ts';
import { linkSecretIn } from '../../../shared/text.ts';
import type { Context } from '../../base/context.ts';
import { DomainError } from '../../base/domain-error.ts';
import { formKey, handleForm, parseForm } from '../../base/handle-form.ts';
import { readForm, smallBody } from '../../base/http/body.ts';
import type { HttpEnv } from '../../base/http/guard.ts';
import type { RateLimits } from '../../base/http/rate-limits.ts';
import { findLink } from '../../orders/order-links.ts';
import { correctOwnAddress, correctOwnBackground, requireCorrectableOrder } from './correct-order.ts';

/**
 * Takes the forms by which a buyer corrects email or background; with any other link they change nothing. Redirects
 * to the order page, which shows an error.
 */
export function correctionRoutes(context: Context, rateLimits: RateLimits) {
  function showResult(c: HonoContext<HttpEnv>, isDone: boolean, token: string, what: string) {
    return c.redirect(`/order/${token}${isDone ? `?corrected=${what}#corrections` : `#${what}`}`, 303);
  }

  return new Hono<HttpEnv>()
    .post('/order-links/:token/address', smallBody, async (c) => {
      const token = linkSecretIn(c.req.param('token'));
      const form = await readForm(c);
      const link = findLink(context, token);
      if (!link?.isBuyers) return showResult(c, false, token, 'address');
      const { id: orderId } = link.order;
      const key = formKey('address', orderId);
      const { text = '' } = form;
      const question = questionAbout(text);
      const refused = context.unfinishedForms.rejected.get(key);
      const wasAsked = refused?.fields?.meant === question?.meant && refused?.text.trim() === text.trim();
      const typed = { key, orderId, text, ...(question && { fields: { meant: question.meant } }) };
      const isDone = await handleForm(context, typed, async () => {
        await rateLimits.correctOrder.take(c.get('clientAddress'));
        const email = parseForm(correctionSchemas.address, form).text;
        if (question && !wasAsked) {
          // A customer who is too late gets that message instead.
          requireCorrectableOrder(context, context.db, token);
          throw new DomainError('invalid_request', question.problem);
        }
        await rateLimits.newAddress.take(orderId);
        await correctOwnAddress(context, token, email);
      });
      return showResult(c, isDone, token, 'address');
    })
    .post('/order-links/:token/background', smallBody, async (c) => {
      const token = linkSecretIn(c.req.param('token'));
      const form = await readForm(c);
      const link = findLink(context, token);
      if (!link?.isBuyers) return showResult(c, false, token, 'background');
      const { id: orderId } = link.order;
      const typed = { key: formKey('background', orderId), orderId, text: form.text ?? '' };
      const isDone = await handleForm(context, typed, async () => {
        await rateLimits.correctOrder.take(c.get('clientAddress'));
        await correctOwnBackground(context, token, parseForm(correctionSchemas.background, form).text);
      });
      return showResult(c, isDone, token, 'background');
    });
}

/** Returns the question to ask once about a mistyped or undeliverable address, with the likely address, if any. */
function questionAbout(address: string): { meant: string; problem: string } | null {
  const { data } = correctionSchemas.address.safeParse({ text: address });
  if (!data) return null;
  const meant = suggestEmail(data.text);
  if (meant) return { meant, problem: 'This address looks mistyped, so we haven’t saved it yet.' };
  const letter = undeliverableLetter(data.text);
  const problem = `Most email systems can’t deliver to an address with ${letter} before the @. If it’s correct, save it again.`;
  return letter ? { meant: '', problem } : null;
}
