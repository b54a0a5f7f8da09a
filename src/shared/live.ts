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

/** A message of the stream; one without changes proves that the connection is there. */
export interface LiveMessage {
  /** The id of the newest line in all timelines; a later stream goes on after it. */
  last: number;
  /** How long ago that line was written, in milliseconds. */
  quietFor: number;
  changes: LiveChange[];
  /** Whether more has happened than is worth telling one by one: everything may be old. */
  isAllOld: boolean;
}
