import { createContext, useContext } from 'react';
import type { BusinessDays } from '../../client/desk/business-days.ts';

export const BusinessDaysContext = createContext<BusinessDays | null>(null);

/** @returns how this desk says by when something is due: in the days of the business */
export function useBusinessDays(): BusinessDays {
  const days = useContext(BusinessDaysContext);
  if (!days) throw new Error('useBusinessDays needs a dashboard around it.');
  return days;
}
