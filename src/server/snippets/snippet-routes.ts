import { Hono } from 'hono';
import { changeSnippetSchema, type Snippet, snippetSchema } from '../../shared/readings/snippets.ts';
import type { Context } from '../context/context.ts';
import { answerLong } from '../http/answer-long.ts';
import { jsonBody, noBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole, signedIn } from '../http/guard.ts';
import { changeSnippet, createSnippet, deleteSnippet, listSnippets } from './snippets.ts';

export function snippetRoutes(context: Context) {
  return new Hono<HttpEnv>()
    .get('/snippets', requireRole('admin', 'reader'), (c) =>
      answerLong<Snippet[]>(c, listSnippets(context, signedIn(c).user)),
    )
    .post('/snippets', requireRole('admin', 'reader'), smallBody, jsonBody(snippetSchema), async (c) =>
      c.json<Snippet>(await createSnippet(context, signedIn(c).user, c.req.valid('json'))),
    )
    .put(
      '/snippets/:id',
      requireRole('admin', 'reader'),
      smallBody,
      jsonBody(changeSnippetSchema),
      async (c) =>
        c.json<Snippet>(
          await changeSnippet(context, signedIn(c).user, c.req.param('id'), c.req.valid('json')),
        ),
    )
    .delete('/snippets/:id', requireRole('admin', 'reader'), smallBody, noBody, async (c) => {
      await deleteSnippet(context, signedIn(c).user, c.req.param('id'));
      return c.json({ deleted: true });
    });
}
