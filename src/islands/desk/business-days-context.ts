import { createContext, useContext } from 'react';
import type { BusinessDays } from '../../client/desk/business-days.ts';

export const BusinessDaysContext = createContext<BusinessDays | null>(null);

export function useBusinessDays(): BusinessDays {
  const days = useContext(BusinessDaysContext);
  if (!days) throw new Error('useBusinessDays needs a dashboard around it.');
  return days;
}
