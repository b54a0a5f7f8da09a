import { useStore } from '@nanostores/react';
import { LoadProblem } from '../ui/errors/WhenFetched.tsx';
import { useAdminDesk } from './desk-hooks.ts';

export function ReadersProblem() {
  const { readers } = useAdminDesk();
  const { error } = useStore(readers.$state);
  return (
    error && (
      <LoadProblem error={error} fallback="The readers could not be loaded." onRetry={readers.refresh} />
    )
  );
}
