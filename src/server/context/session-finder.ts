import type { SignedIn } from './context.ts';

/** Knows who is signed in. */
export interface SessionFinder {
  cookieName: string;
  /** @returns who a token belongs to; null when it is unknown, idle for 8 h or older than 24 h */
  find(token: string): Promise<{ user: SignedIn; sessionId: string } | null>;
}
