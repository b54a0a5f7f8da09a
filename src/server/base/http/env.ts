import type { HttpBindings } from '@hono/node-server';
import type { SignedIn } from '../context.ts';

export interface HttpEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    user: SignedIn | null;
    /** Who is signed in, when the call comes from a page of another person. */
    otherUser?: string;
    /** The SHA-256 of the session's token; null for a visitor. */
    sessionId: string | null;
    clientAddress: string;
  };
}
