import type { SignedIn } from './context.ts';

/** Knows who is signed in. */
export interface SessionFinder {
  cookieName: string;
  /**
   * @param isUse whether the session counts as used by this: a page that only listens keeps none alive
   * @returns who a token belongs to; null when it is unknown, idle for 8 h or older than 24 h
   */
  find(token: string, isUse?: boolean): Promise<{ user: SignedIn; sessionId: string } | null>;
  /** @returns whether a session has neither ended nor expired; it does not count as used */
  isOpen(sessionId: string): boolean;
}
