import { createContext, useContext } from 'react';

/** Commands as the user who started the service runs them. */
export interface Commands {
  doctor: string;
  stripeSetUp: string;
}

export const CommandsContext = createContext<Commands | null>(null);

export function useCommands(): Commands {
  const commands = useContext(CommandsContext);
  if (!commands) throw new Error('useCommands needs an AdminDashboard around it.');
  return commands;
}
