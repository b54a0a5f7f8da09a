/** What happened in a day, a month or some days. Money is in dollars. */
export interface Figures {
  /** Orders that were paid. */
  orders: number;
  /** What they brought, less what was given back; disputed payments count as nothing. */
  revenue: number;
  /** Readings that were delivered. */
  delivered: number;
  /** Of those, how many before they were due. */
  onTime: number;
  /** Readings that were handed in, new versions included. */
  submitted: number;
  /** Of those, how many were sent back. */
  rejected: number;
  /** Cards that were declined. */
  failedPayments: number;
}

export interface Period extends Figures {
  /** The first day, `2026-11-20`, in the business's time zone. */
  from: string;
}

export interface Overview {
  /** The last 30 days, today included, the oldest first. */
  days: Period[];
  /** The last 12 months, the current one included, the oldest first. */
  months: Period[];
  /** The last 30 days together, and the 30 before them. */
  recent: Figures & MedianDelivery;
  previous: Figures & MedianDelivery;
  toDo: ToDo[];
}

export interface MedianDelivery {
  /** Hours from payment to delivery, of the one in the middle; null without deliveries. */
  medianHours: number | null;
}

/** How much waits for the admin. */
export interface Waiting {
  /** Readings that were handed in. */
  toReview: number;
  /** Open orders without a reader. */
  unassigned: number;
}

/** Something that waits for the admin, with the filter of the list that shows it. */
export interface ToDo {
  code: 'to_review' | 'overdue' | 'unassigned';
  count: number;
}
