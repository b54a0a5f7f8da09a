import { hours } from '../../../src/shared/durations.ts';

/** How long everything may take that needs no person, in fair weather. */
export const grace = hours(8);
