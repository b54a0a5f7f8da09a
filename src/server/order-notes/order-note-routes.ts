import { Hono } from 'hono';
import { addNoteSchema, type OrderNote } from '../../shared/notes/notes.ts';
import type { Context } from '../context/context.ts';
import { answerLong } from '../http/answer-long.ts';
import { jsonBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole, signedIn } from '../http/guard.ts';
import { addOrderNote, listOrderNotes } from './order-notes.ts';

export function orderNoteRoutes(context: Context) {
  const somebody = requireRole('admin', 'reader');
  return new Hono<HttpEnv>()
    .get('/orders/:id/notes', somebody, (c) =>
      answerLong<OrderNote[]>(c, listOrderNotes(context, signedIn(c).user, c.req.param('id'))),
    )
    .post('/orders/:id/notes', somebody, smallBody, jsonBody(addNoteSchema), async (c) => {
      const { user } = signedIn(c);
      const id = c.req.param('id');
      await addOrderNote(context, user, id, c.req.valid('json').text);
      return answerLong<OrderNote[]>(c, listOrderNotes(context, user, id));
    });
}
