import { dayText } from '../people/days-away.ts';
import { z } from '../zod.ts';

/** `POST /api/orders/:id/new-day`: the day that the customer is told. */
export const newDaySchema = z.strictObject({ day: dayText('The new day') });

/** What `GET /api/orders/:id/new-day` answers. Days as `2026-11-25`, where the business is. */
export interface NewDayOffer {
  dueDay: string;
  offeredDay: string;
  /** The first business day after the promised one, and the last day that can be chosen */
  firstDay: string;
  lastDay: string;
  /** The weekdays from the first to the last that are not worked */
  closedDays: string[];
  /** Whether to tell the customer: due within a business day, or overdue, and not handed in */
  isLate: boolean;
}
