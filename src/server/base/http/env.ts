import type { HttpBindings } from '@hono/node-server';
import type { SignedIn } from '../context.ts';

export interface HttpEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Set by a route that has waited for its own writes, and says itself what was lost. */
    knowsLosses?: boolean;
    user: SignedIn | null;
    /** Who is signed in, when the call comes from a page of another person. */
    otherUser?: string;
    /** The SHA-256 of the session's token; null for a visitor. */
    sessionId: string | null;
    clientAddress: string;
  };
}
