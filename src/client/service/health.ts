import { map, type ReadableAtom } from 'nanostores';
import type { HealthReport, HealthState } from '../../shared/health.ts';
import type { Tone } from '../../shared/orders/order-status.ts';
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

export const stateNames: Record<HealthState, { name: string; tone: Tone }> = {
  ok: { name: 'Fine', tone: 'success' },
  warning: { name: 'To look at', tone: 'warning' },
  failed: { name: 'Failed', tone: 'error' },
  skipped: { name: 'Skipped', tone: 'neutral' },
};

/** @returns what all of it comes to, as a sentence */
export function summaryOf({ findings }: HealthReport): string {
  const count = (state: HealthState) => findings.filter((finding) => finding.state === state).length;
  const [bad, doubtful] = [count('failed'), count('warning')];
  if (bad === 0 && doubtful === 0) return 'All is well.';
  const parts = [
    bad > 0 ? `${bad} failed` : 'Nothing failed',
    ...(doubtful > 0 ? [`${doubtful} to look at`] : []),
  ];
  return `${parts.join(', ')}.`;
}
