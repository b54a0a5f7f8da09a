import { useStore } from '@nanostores/react';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { useAdminDesk } from './desk-context.ts';

/** Shown beside a choice of readers if they could not be loaded. */
export function ReadersProblem() {
  const { readers } = useAdminDesk();
  const { error } = useStore(readers.$state);
  return (
    error && (
      <LoadProblem error={error} fallback="The readers could not be loaded." onRetry={readers.refresh} />
    )
  );
}
