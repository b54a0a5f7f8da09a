import { dayText } from '../people/days-away.ts';
import { z } from '../zod.ts';

export const newDaySchema = z.strictObject({ day: dayText('The new day') });

/**
 * What `GET /api/orders/:id/new-day` answers: the later day to promise the customer of a reading that will be late.
 * Days as `2026-11-25`, where the business is.
 */
export interface NewDayOffer {
  dueDay: string;
  offeredDay: string;
  firstDay: string;
  lastDay: string;
  closedDays: string[];
  /** Whether to tell the customer: due within a business day, or overdue, and not handed in */
  isLate: boolean;
}
