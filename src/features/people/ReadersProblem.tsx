import { FetchProblem } from '../../ui/errors/WhenFetched.tsx';
import { useDeskStore } from '../desk/desk-hooks.ts';
import { createReaders } from './reader-choice.ts';

/** Renders nothing unless the readers could not be loaded. */
export function ReadersProblem() {
  return <FetchProblem fetched={useDeskStore(createReaders)} what="readers" />;
}
