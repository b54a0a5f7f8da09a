import { useStore } from '@nanostores/react';
import type { Work } from '../../client/desk/work.ts';

export function useRunning(work: Work, subject: string): string | undefined {
  return useStore(work.$running)[subject];
}
