import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, SignedIn } from '../context.ts';

export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  locals: App.Locals,
) => void | Promise<void>;

/** What the public pages say that no build knows. */
export type PublicWords = Pick<App.Locals, 'site' | 'offer' | 'offers' | 'readers' | 'aftercare' | 'payment'>;

export interface Visit {
  user: SignedIn | null;
  /** The cookie by which the checkout knows the browser. */
  cookie: string | null;
  /** Whether the customer of an order may be looking: no member of staff, and no machine. */
  isCustomer: boolean;
}

/**
 * The pages that are rendered for each request, by their path, and what each is given. `:id` may be a secret, kept from
 * metrics; the page hands it to its loader.
 */
export type PageLoaders = Record<string, (context: Context, id: string, visit: Visit) => unknown>;

/** Returns a function that finds which of the pages a path belongs to, null for none. */
export function createPageFinder(pages: string[]): (path: string) => string | null {
  const patterns = pages.map((page) => ({
    page,
    pattern: new RegExp(`^${page.replaceAll(':id', '[^/]+')}/?$`),
  }));
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.page ?? null;
}
