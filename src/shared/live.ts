/**
 * What has become of an order, as far as whoever hears it may know:
 *
 * - `sold`: it was paid (admins)
 * - `to_review`: its reading waits for approval (admins)
 * - `assigned`: it is theirs now (its reader)
 * - `returned`: its reading came back (its reader)
 * - `taken_away`: it was theirs (who was its reader)
 * - `changed`: anything else
 */
export type LiveKind = 'sold' | 'to_review' | 'assigned' | 'returned' | 'taken_away' | 'changed';

/** One thing that happened: a kind and an id, never a text. */
export interface LiveChange {
  orderId: string;
  kind: LiveKind;
  /** Whether they did it themselves, here or elsewhere. */
  isOwn: boolean;
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
  /** The stream is not to be opened again before somebody looks at the page, or signs in. */
  over: 'over',
} as const;
