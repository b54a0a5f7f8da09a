import { useStore } from '@nanostores/react';
import { createReaders } from '../../client/people/reader-choice.ts';
import { useDeskBase } from '../desk/desk-hooks.ts';
import { LoadProblem } from '../ui/errors/WhenFetched.tsx';

export function ReadersProblem() {
  const readers = useDeskBase().storeOf(createReaders);
  const { error } = useStore(readers.$state);
  return (
    error && (
      <LoadProblem error={error} fallback="The readers could not be loaded." onRetry={readers.refresh} />
    )
  );
}
