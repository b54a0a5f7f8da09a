import { Hono } from 'hono';
import { limits } from '../../shared/limits.ts';
import { pageQuerySchema } from '../../shared/list-page.ts';
import { rejectionBodyBytes } from '../../shared/readings/comment-schema.ts';
import {
  approveReadingSchema,
  editReadingSchema,
  rejectReadingSchema,
  saveDraftSchema,
  saveNotesSchema,
  submitReadingSchema,
} from '../../shared/readings/reading-schema.ts';
import type { Context } from '../base/context.ts';
import { jsonBody, limitBody, noBody, query, readingBody, smallBody } from '../base/http/body.ts';
import { type HttpEnv, requireRole, requireSignedIn } from '../base/http/guard.ts';
import { respondCompressed, respondWithPage } from '../base/http/respond.ts';
import { readDraft, saveDraft } from './drafts.ts';
import { readOrderReading, readRevisions } from './find-reading.ts';
import { listAllReadings, listHeldReadings, listReadingsToReview } from './list-readings.ts';
import { listAssignments, readEarlierReadings, requireReadersOrder } from './readers-orders.ts';
import { approveReading, rejectReading, undoApproval } from './review-reading.ts';
import { editReading, readInternalNotes, saveInternalNotes, submitReading } from './write-reading.ts';

const rejectionBody = limitBody(rejectionBodyBytes);
const notesBody = limitBody(limits.notesBodyBytes);

/** Serves readings, drafts and notes to an order's writer and to admins, who also edit, approve and reject. */
export function readingRoutes(context: Context) {
  const admin = requireRole('admin');
  const reader = requireRole('reader');
  const staff = requireRole('admin', 'reader');
  return new Hono<HttpEnv>()
    .get('/reader/orders', reader, query(pageQuerySchema), (c) =>
      respondWithPage(c, listAssignments(context, requireSignedIn(c).user, c.req.valid('query').cursor)),
    )
    .get('/reader/orders/:id', reader, (c) =>
      c.json(requireReadersOrder(context, requireSignedIn(c).user, c.req.param('id'))),
    )
    .get('/reader/orders/:id/earlier', reader, (c) =>
      respondCompressed(c, readEarlierReadings(context, requireSignedIn(c).user, c.req.param('id'))),
    )
    .get('/readings/pending', admin, query(pageQuerySchema), (c) =>
      respondWithPage(c, listReadingsToReview(context, c.req.valid('query').cursor)),
    )
    .get('/readings/held', admin, (c) => respondCompressed(c, listHeldReadings(context)))
    .get('/readings', admin, query(pageQuerySchema), (c) =>
      respondWithPage(c, listAllReadings(context, c.req.valid('query').cursor)),
    )
    .get('/orders/:id/reading', staff, (c) =>
      respondCompressed(c, readOrderReading(context, requireSignedIn(c).user, c.req.param('id'))),
    )
    .get('/orders/:id/revisions', staff, query(pageQuerySchema), (c) =>
      respondWithPage(
        c,
        readRevisions(context, requireSignedIn(c).user, c.req.param('id'), c.req.valid('query').cursor),
      ),
    )
    .get('/orders/:id/draft', staff, (c) =>
      c.json(readDraft(context, requireSignedIn(c).user, c.req.param('id'))),
    )
    .put('/orders/:id/draft', staff, readingBody, jsonBody(saveDraftSchema), async (c) => {
      const { user } = requireSignedIn(c);
      return c.json(await saveDraft(context, user, c.req.param('id'), c.req.valid('json')));
    })
    .get('/orders/:id/notes', staff, (c) =>
      respondCompressed(c, readInternalNotes(context, requireSignedIn(c).user, c.req.param('id'))),
    )
    .put('/orders/:id/notes', staff, notesBody, jsonBody(saveNotesSchema), async (c) => {
      const { user } = requireSignedIn(c);
      const notes = await saveInternalNotes(context, user, c.req.param('id'), c.req.valid('json'));
      return respondCompressed(c, notes);
    })
    .post('/readings', staff, notesBody, jsonBody(submitReadingSchema), async (c) =>
      c.json(await submitReading(context, requireSignedIn(c).user, c.req.valid('json'))),
    )
    .put('/readings/:id', admin, notesBody, jsonBody(editReadingSchema), async (c) =>
      c.json(await editReading(context, requireSignedIn(c).user, c.req.param('id'), c.req.valid('json'))),
    )
    .put('/readings/:id/approve', admin, smallBody, jsonBody(approveReadingSchema), async (c) => {
      const { revision } = c.req.valid('json');
      return c.json(await approveReading(context, requireSignedIn(c).user, c.req.param('id'), revision));
    })
    .put('/readings/:id/undo-approval', admin, smallBody, noBody, async (c) =>
      c.json(await undoApproval(context, requireSignedIn(c).user, c.req.param('id'))),
    )
    .put('/readings/:id/reject', admin, rejectionBody, jsonBody(rejectReadingSchema), async (c) => {
      const { user } = requireSignedIn(c);
      const { feedback, ...about } = c.req.valid('json');
      return c.json(await rejectReading(context, user, c.req.param('id'), feedback, about));
    });
}
