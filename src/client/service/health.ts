import { map, type ReadableAtom } from 'nanostores';
import type { HealthReport } from '../../shared/health.ts';
import { api, call } from '../api.ts';
import type { DeskBase } from '../desk/desk-base.ts';

/** What doctor finds, once an admin asks. */
export interface HealthDesk {
  readonly $state: ReadableAtom<{ report: HealthReport | null; error: Error | null; isLooking: boolean }>;
  look(): Promise<void>;
}

export function createHealthDesk(
  { work }: Pick<DeskBase, 'work'>,
  read: () => Promise<HealthReport> = () => call(api['health-report'].$get()),
): HealthDesk {
  const $state = map<ReturnType<HealthDesk['$state']['get']>>({
    report: null,
    error: null,
    isLooking: false,
  });
  return {
    $state,
    async look() {
      if ($state.get().isLooking) return;
      // What was found stays on screen until there is something new.
      $state.set({ ...$state.get(), error: null, isLooking: true });
      try {
        $state.set({ report: await work.watch(read()), error: null, isLooking: false });
      } catch (error) {
        $state.set({ ...$state.get(), error: error as Error, isLooking: false });
      }
    },
  };
}
