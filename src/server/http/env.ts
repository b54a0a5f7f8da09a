import type { HttpBindings } from '@hono/node-server';
import type { SignedIn } from '../context/context.ts';

/** Values that middleware sets for the handlers. */
export interface HttpEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    /** The request's number in the log. */
    requestId: string;
    /** Set by a route that has waited for its own writes, and says itself what was lost. */
    knowsLosses?: boolean;
    /** Who is signed in; null for a visitor. */
    user: SignedIn | null;
    /** The SHA-256 of the session's token; null for a visitor. */
    sessionId: string | null;
    /** The address a request comes from, as far as it can be trusted. */
    clientAddress: string;
  };
}
