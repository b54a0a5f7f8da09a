import { useState } from 'react';
import { type Days, readDays } from '../../../shared/periods.ts';

/** What the last choice of a period is called: days of one's own. */
const own = 'own';

/** A period among others, or days of one's own, which are asked for before they are known. */
interface PeriodChoice {
  /** For the drop-down, whose last choice is `own`. */
  value: string;
  own: typeof own;
  select: (value: string) => void;
  /** Whether days are asked for. */
  showsDays: boolean;
  /** What stands there at first. */
  days: Days;
  chooseDays: (period: string) => void;
}

/**
 * @param period the one that counts, as `isPeriod` knows it; empty for any
 * @param choose called with another one
 */
export function usePeriod(period: string, choose: (period: string) => void): PeriodChoice {
  const [isAsking, setIsAsking] = useState(false);
  const days = readDays(period);
  const showsDays = days !== null || isAsking;
  return {
    value: showsDays ? own : period,
    own,
    select(value) {
      setIsAsking(value === own);
      if (value !== own) choose(value);
    },
    showsDays,
    days: days ?? { from: '', to: '' },
    chooseDays(chosen) {
      setIsAsking(false);
      choose(chosen);
    },
  };
}
