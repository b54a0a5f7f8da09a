import { useStore } from '@nanostores/react';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { useAdminDesk } from './desk-context.ts';

/** Stands beside a choice of readers when they could not be loaded; otherwise nothing. */
export function ReadersProblem() {
  const { readers } = useAdminDesk();
  const { error } = useStore(readers.$state);
  if (!error) return null;
  return <LoadProblem error={error} fallback="The readers could not be loaded." onRetry={readers.refresh} />;
}
