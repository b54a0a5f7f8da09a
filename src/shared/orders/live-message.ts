/** `sold` and `to_review` for admins; `assigned` and `returned` for the order's reader. */
export type LiveNews = 'sold' | 'to_review' | 'assigned' | 'returned';

export interface LiveChange {
  orderId: string;
  /** Null when it was their own doing, or is nothing to call them for. */
  news: LiveNews | null;
}

export interface LiveMessage {
  /** The id of the newest line in all timelines; a later stream goes on after it. */
  last: number;
  quietFor: number;
  changes: LiveChange[];
  /** Whether more has happened than is worth telling one by one: everything may be old. */
  isAllOld: boolean;
}
