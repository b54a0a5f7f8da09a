import { FetchProblem } from '../../ui/errors/WhenFetched.tsx';
import { useDeskBase } from '../desk/desk-hooks.ts';
import { createReaders } from './reader-choice.ts';

/** Renders nothing unless the readers could not be loaded. */
export function ReadersProblem() {
  return <FetchProblem fetched={useDeskBase().storeOf(createReaders)} what="readers" />;
}
