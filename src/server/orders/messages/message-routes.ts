import { Hono, type Context as HonoContext } from 'hono';
import {
  type CustomersMessage,
  sendMessageSchema,
  writeMessageSchema,
} from '../../../shared/orders/messages.ts';
import { newDaySchema } from '../../../shared/orders/order-schema.ts';
import { linkSecretIn } from '../../../shared/text.ts';
import type { Context } from '../../base/context.ts';
import { formKey, handleForm, parseForm } from '../../base/handle-form.ts';
import { jsonBody, noBody, readForm, smallBody } from '../../base/http/body.ts';
import { type HttpEnv, requireRole, requireSignedIn } from '../../base/http/guard.ts';
import type { RateLimits } from '../../base/http/rate-limits.ts';
import { respondCompressed } from '../../base/http/respond.ts';
import { findLinkIncludingDeleted } from '../order-links.ts';
import { closeMessage, listConversation, sendMessage, writeToShop } from './conversation.ts';
import { readNewDayOffer, sendNewDay } from './late-orders.ts';

/** Serves the conversation with an order's customer, and a later day for their reading. */
export function messageRoutes(context: Context, rateLimits: RateLimits) {
  const admin = requireRole('admin');
  const staff = requireRole('admin', 'reader');
  const write = (token: string, message: CustomersMessage) =>
    writeToShop(context, token, message, rateLimits.writeMessage.take);

  /** Stores a form of an order's page and redirects back to it: without scripts no other answer is shown. */
  async function takeForm(c: HonoContext, asMessage: (form: Record<string, string>) => object) {
    const token = linkSecretIn(c.req.param('token') ?? '');
    const form = asMessage(await readForm(c));
    const order = findLinkIncludingDeleted(context, token)?.order;
    if (order) {
      const { text = '', ...fields }: Record<string, string> = { ...form };
      const typed = { key: formKey('message', order.id), orderId: order.id, text, fields };
      await handleForm(context, typed, () =>
        write(token, parseForm(writeMessageSchema, { text, ...fields })),
      );
    }
    return c.redirect(`/order/${token}#messages`, 303);
  }

  return (
    new Hono<HttpEnv>()
      .get('/orders/:id/messages', staff, (c) =>
        respondCompressed(c, listConversation(context, requireSignedIn(c).user, c.req.param('id'))),
      )
      .post('/orders/:id/messages', staff, smallBody, jsonBody(sendMessageSchema), async (c) => {
        const { user } = requireSignedIn(c);
        const id = c.req.param('id');
        await sendMessage(context, user, id, c.req.valid('json'));
        return respondCompressed(c, listConversation(context, user, id));
      })
      .put('/messages/:id/close', staff, smallBody, noBody, async (c) => {
        const { user } = requireSignedIn(c);
        const orderId = await closeMessage(context, user, c.req.param('id'));
        return respondCompressed(c, listConversation(context, user, orderId));
      })
      .get('/orders/:id/new-day', admin, (c) => c.json(readNewDayOffer(context, c.req.param('id'))))
      .post('/orders/:id/new-day', admin, smallBody, jsonBody(newDaySchema), async (c) =>
        c.json(
          await sendNewDay(context, requireSignedIn(c).user, c.req.param('id'), c.req.valid('json').day),
        ),
      )
      .post(
        '/order-links/:token/messages',
        smallBody,
        async (c, next) =>
          c.req.header('content-type')?.startsWith('application/json') ? next() : takeForm(c, (form) => form),
        jsonBody(writeMessageSchema),
        async (c) => {
          await write(linkSecretIn(c.req.param('token')), c.req.valid('json'));
          return c.json({ sent: true });
        },
      )
      // Forms of pages that were opened before there was one conversation (0.2.0).
      .post('/order-links/:token/answer', smallBody, (c) =>
        takeForm(c, ({ answer = '' }) => ({ text: answer })),
      )
      .post('/order-links/:token/problem', smallBody, (c) =>
        takeForm(c, ({ words = '' }) => ({ text: words, kind: 'problem' })),
      )
  );
}
