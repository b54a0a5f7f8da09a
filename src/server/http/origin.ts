import type { MiddlewareHandler } from 'hono';
import { DomainError } from '../basics/errors.ts';
import type { HttpEnv } from './env.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses every unsafe call that does not come from our own pages (docs/product.md §11), also one without `Origin`.
 *
 * @param exempt paths whose callers prove their identity otherwise: Stripe signs its webhooks
 */
export function requireOwnOrigin(publicUrl: string, exempt: readonly string[]): MiddlewareHandler<HttpEnv> {
  return (c, next) => {
    if (
      !safeMethods.has(c.req.method) &&
      c.req.header('origin') !== publicUrl &&
      !exempt.includes(c.req.path)
    ) {
      throw new DomainError('forbidden', `This only works from ${publicUrl}. Please open the page there.`);
    }
    return next();
  };
}
