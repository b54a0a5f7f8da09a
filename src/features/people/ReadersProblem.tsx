import { useStore } from '@nanostores/react';
import { LoadProblem } from '../../ui/errors/WhenFetched.tsx';
import { useDeskBase } from '../desk/desk-hooks.ts';
import { createReaders } from './reader-choice.ts';

/** Renders nothing unless the readers could not be loaded. */
export function ReadersProblem() {
  const readers = useDeskBase().storeOf(createReaders);
  const { error } = useStore(readers.$state);
  return (
    error && (
      <LoadProblem error={error} fallback="The readers could not be loaded." onRetry={readers.refresh} />
    )
  );
}
