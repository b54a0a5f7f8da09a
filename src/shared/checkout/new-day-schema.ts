import { dayText } from '../people/days-schema.ts';
import { z } from '../zod.ts';

/** `POST /api/orders/:id/new-day`: the day that the customer is told. */
export const newDaySchema = z.strictObject({ day: dayText('The new day') });
