import { hours, seconds } from '../../shared/durations.ts';
import type { LiveMessage } from '../../shared/live.ts';
import type { Fetching } from '../fetched.ts';

/** What is shown is fetched at most this often, in milliseconds. */
const pause = seconds(1);

/** A desk that is idle for this long stops fetching: fetching would keep its session alive. */
const attention = hours(1);

export interface Freshness {
  /** Notes what has become old; it is fetched soon, or when its owner is there to see it. */
  hear(message: LiveMessage): void;
  /** The owner of the desk is there. */
  attend(): void;
  stop(): void;
}

/**
 * Fetches again what is on a desk when it has become old.
 *
 * @param isVisible whether the page can be seen
 */
export function createFreshness(fetching: Pick<Fetching, 'changed'>, isVisible: () => boolean): Freshness {
  const old = new Set<string>();
  let isFetching = false;
  let lastAttended = Date.now();

  async function freshen(): Promise<void> {
    if (isFetching) return;
    isFetching = true;
    while (old.size > 0 && isVisible() && Date.now() - lastAttended <= attention) {
      const keys = [...old];
      old.clear();
      // A server that takes its time is not asked again meanwhile.
      await fetching.changed(...keys).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    isFetching = false;
  }

  return {
    hear({ changes, isAllOld }) {
      if (isAllOld) old.add('orders');
      for (const { orderId } of changes) old.add(`orders/${orderId}`);
      void freshen();
    },
    attend() {
      lastAttended = Date.now();
      void freshen();
    },
    stop: () => old.clear(),
  };
}
