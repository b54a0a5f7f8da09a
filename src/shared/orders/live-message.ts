/** `sold` and `to_review` for admins; `assigned` and `returned` for the order's reader. */
export type LiveNews = 'sold' | 'to_review' | 'assigned' | 'returned';

export interface LiveChange {
  orderId: string;
  /** Null for the user's own changes, and for changes that show no toast. */
  news: LiveNews | null;
}

export interface LiveMessage {
  /** The id of the newest line in all timelines; a later stream continues after it. */
  last: number;
  /** Milliseconds since that line was written. */
  quietFor: number;
  changes: LiveChange[];
  /** Whether too much has happened to list: everything may be outdated. */
  isAllOld: boolean;
}
