import { createContext, useContext } from 'react';
import type { AdminDesk } from '../../client/dashboards/admin-desk.ts';

export const DeskContext = createContext<AdminDesk | null>(null);

export function useAdminDesk(): AdminDesk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('useAdminDesk needs an AdminDashboard around it.');
  return desk;
}

/** Commands as the user who started the service runs them. */
export type Commands = { doctor: string; stripeSetUp: string };

export const CommandsContext = createContext<Commands | null>(null);

export function useCommands(): Commands {
  const commands = useContext(CommandsContext);
  if (!commands) throw new Error('useCommands needs an AdminDashboard around it.');
  return commands;
}
