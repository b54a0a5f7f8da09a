import { map } from 'nanostores';
import type { HealthReport } from '../../shared/health.ts';
import { api, call } from '../api.ts';
import type { DeskBase } from '../desk/desk-base.ts';

export function createHealthDesk({ work }: Pick<DeskBase, 'work'>) {
  const nothing = { report: null as HealthReport | null, error: null as Error | null, isLooking: false };
  const $state = map(nothing);
  return {
    $state,
    async look(): Promise<void> {
      if ($state.get().isLooking) return;
      $state.set({ ...$state.get(), error: null, isLooking: true });
      try {
        const report = await work.watch(call(api['health-report'].$get()));
        $state.set({ report, error: null, isLooking: false });
      } catch (error) {
        $state.set({ ...$state.get(), error: error as Error, isLooking: false });
      }
    },
  };
}
