import type { FirstStepNote, FirstSteps } from '../../shared/set-up.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Fetched } from '../fetched.ts';

/** What the owner of a new shop does first, as far as it is done. */
export interface FirstStepsDesk extends Pick<Fetched<FirstSteps>, '$state' | 'refresh'> {
  /** Keeps that the owner has looked at the shop, or wants the list no more. */
  note(note: FirstStepNote): Promise<boolean>;
}

export function createFirstSteps({
  api,
  fetching,
  work,
}: Pick<DeskBase, 'api' | 'fetching' | 'work'>): FirstStepsDesk {
  const steps = fetching.store('first-steps', () => work.watch(api.firstSteps()));
  async function refresh(): Promise<void> {
    // What is over stays over: no later order asks for it.
    if (!steps.$state.get().data?.isOver) await steps.refresh();
  }
  for (const about of ['orders', 'staff']) fetching.follow(about, refresh);
  return {
    $state: steps.$state,
    refresh,
    note: (note) =>
      work.perform({
        subject: 'first-steps',
        name: note,
        run: async () => steps.put(await api.noteFirstStep(note)),
        failure: { title: 'Update Failed', message: 'Failed to update the first steps' },
      }),
  };
}
