import { Hono } from 'hono';
import { askCustomerSchema, newDaySchema } from '../../../shared/orders/questions.ts';
import { linkSecretIn } from '../../../shared/text.ts';
import type { Context } from '../../base/context.ts';
import { jsonBody, noBody, readForm, smallBody } from '../../base/http/body.ts';
import { type HttpEnv, requireRole, requireSignedIn } from '../../base/http/guard.ts';
import type { RateLimits } from '../../base/http/rate-limits.ts';
import { respondCompressed } from '../../base/http/respond.ts';
import { askCustomer, listCustomerQuestions } from './ask-customer.ts';
import { closeQuestion, handleAnswerForm } from './close-question.ts';
import { readNewDayOffer, sendNewDay } from './late-orders.ts';

/** Serves what keeps a reading from being on time: questions to its customer, and a later day. */
export function questionRoutes(context: Context, rateLimits: RateLimits) {
  const admin = requireRole('admin');
  const staff = requireRole('admin', 'reader');
  return new Hono<HttpEnv>()
    .get('/orders/:id/questions', staff, (c) =>
      respondCompressed(c, listCustomerQuestions(context, requireSignedIn(c).user, c.req.param('id'))),
    )
    .post('/orders/:id/questions', staff, smallBody, jsonBody(askCustomerSchema), async (c) => {
      const { user } = requireSignedIn(c);
      const id = c.req.param('id');
      await askCustomer(context, user, id, c.req.valid('json').question);
      return respondCompressed(c, listCustomerQuestions(context, user, id));
    })
    .put('/questions/:id/close', staff, smallBody, noBody, async (c) => {
      const { user } = requireSignedIn(c);
      const orderId = await closeQuestion(context, user, c.req.param('id'));
      return respondCompressed(c, listCustomerQuestions(context, user, orderId));
    })
    .get('/orders/:id/new-day', admin, (c) => c.json(readNewDayOffer(context, c.req.param('id'))))
    .post('/orders/:id/new-day', admin, smallBody, jsonBody(newDaySchema), async (c) =>
      c.json(await sendNewDay(context, requireSignedIn(c).user, c.req.param('id'), c.req.valid('json').day)),
    )
    .post('/order-links/:token/answer', smallBody, async (c) => {
      const token = linkSecretIn(c.req.param('token'));
      const limit = () => rateLimits.answerQuestion.take(c.get('clientAddress'));
      const form = await readForm(c);
      await handleAnswerForm(context, token, form, limit);
      // Back to the page, which shows the outcome: a form without scripts reads no other answer.
      return c.redirect(`/order/${token}#question`, 303);
    });
}
