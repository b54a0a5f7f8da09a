import { Hono } from 'hono';
import type { ReaderOrder } from '../../../shared/orders/orders.ts';
import type { EarlierReading } from '../../../shared/readings/earlier-readings.ts';
import type { Context } from '../../context/context.ts';
import { answerLong } from '../../http/answer-long.ts';
import type { HttpEnv } from '../../http/env.ts';
import { requireRole, signedIn } from '../../http/guard.ts';
import { readEarlierReadings } from './earlier-readings.ts';
import { requireReadersOrder } from './find-readers-order.ts';

/** One order of a reader, by its number or its id. */
export function readersOrderRoutes(context: Context) {
  return new Hono<HttpEnv>()
    .get('/reader/orders/:id', requireRole('reader'), (c) =>
      c.json<ReaderOrder>(requireReadersOrder(context, signedIn(c).user, c.req.param('id'))),
    )
    .get('/reader/orders/:id/earlier', requireRole('reader'), (c) =>
      answerLong<EarlierReading[]>(c, readEarlierReadings(context, signedIn(c).user, c.req.param('id'))),
    );
}
