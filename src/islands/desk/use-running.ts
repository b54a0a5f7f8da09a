import { useStore } from '@nanostores/react';
import type { Work } from '../../client/desk/work.ts';

/** @returns the name of the task that runs on a subject; undefined when none does */
export function useRunning(work: Work, subject: string): string | undefined {
  return useStore(work.$running)[subject];
}
