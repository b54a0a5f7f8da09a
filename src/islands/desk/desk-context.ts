import { createContext, useContext } from 'react';
import type { AdminDesk } from '../../client/dashboards/admin-desk.ts';

export const DeskContext = createContext<AdminDesk | null>(null);

export function useAdminDesk(): AdminDesk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('useAdminDesk needs an AdminDashboard around it.');
  return desk;
}
