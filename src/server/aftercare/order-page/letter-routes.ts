import { Hono } from 'hono';
import type { Context } from '../../base/context.ts';
import { DomainError } from '../../base/domain-error.ts';
import type { HttpEnv } from '../../base/http/guard.ts';
import type { RateLimits } from '../../base/http/rate-limits.ts';
import { findLink } from '../../orders/order-links.ts';
import { sentReading } from './order-facts.ts';
import { createLetterPdf, printableLetter } from './printable-letter.ts';

/** Serves the PDF of a delivered reading beside its page, to the same visitors. */
export function letterRoutes(context: Context, rateLimits: RateLimits) {
  return new Hono<HttpEnv>().get('/order/:token/letter.pdf', async (c) => {
    await rateLimits.letterPdf.take(c.get('clientAddress'));
    const order = findLink(context, c.req.param('token'))?.order;
    const reading = order ? sentReading(context, order) : null;
    const letter = order && reading && (await printableLetter(context, order, reading));
    if (!letter) throw new DomainError('letter_not_found', 'There is no PDF of a letter here.');
    const { filename, contentType, content } = await createLetterPdf(letter);
    c.header('Content-Type', contentType);
    c.header('Content-Disposition', `attachment; filename="${filename}"`);
    c.header('Cache-Control', 'no-store');
    c.header('X-Robots-Tag', 'noindex, nofollow, noarchive');
    return c.body(new Uint8Array(content));
  });
}
