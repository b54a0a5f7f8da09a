import type { SignedIn } from './context.ts';

export interface SessionFinder {
  cookieName: string;
  /**
   * @param isUse whether this keeps the session alive
   * @returns the user of a token; null when it is unknown, idle for 8 h or older than 24 h
   */
  find(token: string, isUse?: boolean): { user: SignedIn; sessionId: string } | null;
}
