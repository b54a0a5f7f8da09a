/** What `GET /api/orders/:id/new-day` answers. All days as `2026-11-25`, where the business is. */
export interface NewDayOffer {
  /** By when the customer has been promised the reading. */
  dueDay: string;
  /** The next day that the queue can keep. */
  offeredDay: string;
  /** The first business day after the one that was promised, and the last day that can be sent. */
  firstDay: string;
  lastDay: string;
  /** The weekdays from the first to the last that are not worked. */
  closedDays: string[];
  /** Whether it is time to tell the customer: due within a business day, or over, and not handed in. */
  isLate: boolean;
}
