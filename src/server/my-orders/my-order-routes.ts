import { Hono } from 'hono';
import { askForLinksSchema } from '../../shared/aftercare/my-orders.ts';
import type { Context } from '../context/context.ts';
import { smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { readForm } from '../http/form.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { askForLinks } from './ask-for-links.ts';

/** A form without scripts reads nothing of an answer: it is led to the place on its page that says what became of it. */
export function myOrderRoutes(context: Context, rateLimits: RateLimits) {
  return new Hono<HttpEnv>().post('/my-orders', smallBody, async (c) => {
    const { data } = askForLinksSchema.safeParse(await readForm(c));
    if (!data) return c.redirect('/my-orders#unclear', 303);
    if (!(await rateLimits.askLinks.allows(c.get('clientAddress')))) {
      return c.redirect('/my-orders#later', 303);
    }
    askForLinks(context, data.email, await rateLimits.linksForAddress.allows(data.email.toLowerCase()));
    return c.redirect('/my-orders#sent', 303);
  });
}
