import { Hono } from 'hono';
import { changeSnippetSchema, snippetSchema } from '../../shared/readings/snippet-schema.ts';
import type { Context } from '../base/context.ts';
import { jsonBody, noBody, smallBody } from '../base/http/body.ts';
import { type HttpEnv, requireRole, requireSignedIn } from '../base/http/guard.ts';
import { respondCompressed } from '../base/http/respond.ts';
import { changeSnippet, createSnippet, deleteSnippet, listSnippets } from './manage-snippets.ts';

/** Serves users their own snippets and the shared ones, which only admins change. */
export function snippetRoutes(context: Context) {
  const staff = requireRole('admin', 'reader');
  return new Hono<HttpEnv>()
    .get('/snippets', staff, (c) => respondCompressed(c, listSnippets(context, requireSignedIn(c).user)))
    .post('/snippets', staff, smallBody, jsonBody(snippetSchema), async (c) =>
      c.json(await createSnippet(context, requireSignedIn(c).user, c.req.valid('json'))),
    )
    .put('/snippets/:id', staff, smallBody, jsonBody(changeSnippetSchema), async (c) => {
      const { user } = requireSignedIn(c);
      return c.json(await changeSnippet(context, user, c.req.param('id'), c.req.valid('json')));
    })
    .delete('/snippets/:id', staff, smallBody, noBody, async (c) => {
      await deleteSnippet(context, requireSignedIn(c).user, c.req.param('id'));
      return c.json({ deleted: true });
    });
}
