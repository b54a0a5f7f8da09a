/**
 * What is new for the one who hears it:
 *
 * - `sold`: an order was paid (admins)
 * - `to_review`: a reading waits for approval (admins)
 * - `assigned`: an order is theirs now (its reader)
 * - `returned`: a reading came back (its reader)
 */
export type LiveNews = 'sold' | 'to_review' | 'assigned' | 'returned';

/** An order that has changed: its id, never a text. */
export interface LiveChange {
  orderId: string;
  /** Null when it was their own doing, or is nothing to call them for. */
  news: LiveNews | null;
}

/** What one message of the stream says. */
export interface LiveMessage {
  changes: LiveChange[];
  /** Whether more has happened than is worth telling one by one: everything may be old. */
  isAllOld: boolean;
}

/** The names of what the stream sends beside its messages. */
export const liveEvents = {
  /** The line is there. */
  beat: 'beat',
  /** The session is over: the stream is not to be opened again before the page is looked at, or signed in to. */
  over: 'over',
} as const;
