import type { FirstStepNote } from '../../shared/set-up.ts';
import type { DeskBase } from '../desk/desk-base.ts';

export type FirstStepsDesk = ReturnType<typeof createFirstSteps>;

export function createFirstSteps({ api, fetching, work }: DeskBase) {
  const steps = fetching.store('first-steps', () => work.watch(api.firstSteps()));
  async function refresh(): Promise<void> {
    // Once it is over it stays over.
    if (!steps.$state.get().data?.isOver) await steps.refresh();
  }
  for (const about of ['orders', 'staff']) fetching.follow(about, refresh);
  return {
    $state: steps.$state,
    refresh,
    /** Records that the owner has looked at the shop, or has dismissed the list. */
    note: (note: FirstStepNote) =>
      work.perform({
        subject: 'first-steps',
        name: note,
        run: async () => steps.put(await api.noteFirstStep(note)),
        failure: { title: 'Update Failed', message: 'Failed to update the first steps' },
      }),
  };
}
