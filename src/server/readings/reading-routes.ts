import { Hono } from 'hono';
import { limits } from '../../shared/limits.ts';
import { pageQuerySchema } from '../../shared/pages.ts';
import { rejectionBodyBytes } from '../../shared/readings/comments.ts';
import { type SavedDraft, saveDraftSchema } from '../../shared/readings/drafts.ts';
import {
  approveReadingSchema,
  editReadingSchema,
  type InternalNotes,
  type OrderReading,
  type Reading,
  rejectReadingSchema,
  saveNotesSchema,
  submitReadingSchema,
} from '../../shared/readings/readings.ts';
import type { Context } from '../context/context.ts';
import { answerLong, answerPage } from '../http/answer-long.ts';
import { jsonBody, limitBody, noBody, query, readingBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole, signedIn } from '../http/guard.ts';
import { readDraft, saveDraft } from './drafts.ts';
import { readInternalNotes, saveInternalNotes } from './internal-notes.ts';
import { readReadingOfOrder } from './kept/find-reading.ts';
import { readRevisions } from './kept/read-revisions.ts';
import { listAllReadings, listHeldReadings, listReadingsToReview } from './list-readings.ts';
import { approveReading, rejectReading, undoApproval } from './review-reading.ts';
import { editReading, submitReading } from './write-reading.ts';

const rejectionBody = limitBody(rejectionBodyBytes);
const notesBody = limitBody(limits.notesBodyBytes);

export function readingRoutes(context: Context) {
  return new Hono<HttpEnv>()
    .get('/readings/pending', requireRole('admin'), query(pageQuerySchema), (c) =>
      answerPage(c, listReadingsToReview(context, c.req.valid('query').cursor)),
    )
    .get('/readings/held', requireRole('admin'), (c) => answerLong<Reading[]>(c, listHeldReadings(context)))
    .get('/readings', requireRole('admin'), query(pageQuerySchema), (c) =>
      answerPage(c, listAllReadings(context, c.req.valid('query').cursor)),
    )
    .get('/orders/:id/reading', requireRole('admin', 'reader'), (c) =>
      answerLong<OrderReading>(c, readReadingOfOrder(context, signedIn(c).user, c.req.param('id'))),
    )
    .get('/orders/:id/revisions', requireRole('admin', 'reader'), query(pageQuerySchema), (c) =>
      answerPage(c, readRevisions(context, signedIn(c).user, c.req.param('id'), c.req.valid('query').cursor)),
    )
    .get('/orders/:id/draft', requireRole('admin', 'reader'), (c) =>
      c.json<SavedDraft | null>(readDraft(context, signedIn(c).user, c.req.param('id'))),
    )
    .put(
      '/orders/:id/draft',
      requireRole('admin', 'reader'),
      readingBody,
      jsonBody(saveDraftSchema),
      async (c) =>
        c.json<SavedDraft>(
          await saveDraft(context, signedIn(c).user, c.req.param('id'), c.req.valid('json')),
        ),
    )
    .get('/orders/:id/notes', requireRole('admin', 'reader'), (c) =>
      answerLong<InternalNotes>(c, readInternalNotes(context, signedIn(c).user, c.req.param('id'))),
    )
    .put(
      '/orders/:id/notes',
      requireRole('admin', 'reader'),
      notesBody,
      jsonBody(saveNotesSchema),
      async (c) => {
        const { user } = signedIn(c);
        const notes = await saveInternalNotes(context, user, c.req.param('id'), c.req.valid('json'));
        return answerLong<InternalNotes>(c, notes);
      },
    )
    .post('/readings', requireRole('admin', 'reader'), notesBody, jsonBody(submitReadingSchema), async (c) =>
      c.json<Reading>(await submitReading(context, signedIn(c).user, c.req.valid('json'))),
    )
    .put('/readings/:id', requireRole('admin'), notesBody, jsonBody(editReadingSchema), async (c) =>
      c.json<Reading>(await editReading(context, signedIn(c).user, c.req.param('id'), c.req.valid('json'))),
    )
    .put(
      '/readings/:id/approve',
      requireRole('admin'),
      smallBody,
      jsonBody(approveReadingSchema),
      async (c) => {
        const { revision } = c.req.valid('json');
        return c.json<Reading>(await approveReading(context, signedIn(c).user, c.req.param('id'), revision));
      },
    )
    .put('/readings/:id/undo-approval', requireRole('admin'), smallBody, noBody, async (c) =>
      c.json<Reading>(await undoApproval(context, signedIn(c).user, c.req.param('id'))),
    )
    .put(
      '/readings/:id/reject',
      requireRole('admin'),
      rejectionBody,
      jsonBody(rejectReadingSchema),
      async (c) => {
        const { feedback, ...about } = c.req.valid('json');
        return c.json<Reading>(
          await rejectReading(context, signedIn(c).user, c.req.param('id'), feedback, about),
        );
      },
    );
}
