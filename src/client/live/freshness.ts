import { hours, seconds } from '../../shared/durations.ts';
import type { LiveMessage } from '../../shared/live.ts';
import type { Fetching } from '../fetched.ts';

/** What is shown is fetched at most this often, in milliseconds. */
const pause = seconds(1);

/** Nobody is there any more: what they would see is not fetched, which would keep their session alive. */
const attention = hours(1);

export interface Freshness {
  /** Notes what has become old; it is fetched soon, or when somebody is there to see it. */
  hear(message: LiveMessage): void;
  /** Somebody is there. */
  attend(): void;
  stop(): void;
}

/**
 * Fetches anew what is on a desk when it has become old.
 *
 * @param isVisible whether the page can be seen
 * @param now milliseconds since 1970
 */
export function createFreshness(dependencies: {
  fetching: Pick<Fetching, 'changed'>;
  isVisible: () => boolean;
  now: () => number;
}): Freshness {
  const { fetching, isVisible, now } = dependencies;
  const old = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFetching = false;
  let lastFetch = Number.NEGATIVE_INFINITY;
  let lastAttended = now();

  function freshen(): void {
    timer = undefined;
    if (!isVisible() || now() - lastAttended > attention) return;
    const keys = [...old];
    old.clear();
    isFetching = true;
    // A server that takes its time is not asked again meanwhile.
    const goOn = () => {
      isFetching = false;
      lastFetch = now();
      soon();
    };
    fetching.changed(...keys).then(goOn, goOn);
  }

  function soon(): void {
    if (old.size === 0 || timer !== undefined || isFetching) return;
    timer = setTimeout(freshen, Math.max(0, lastFetch + pause - now()));
  }

  return {
    hear({ changes, isAllOld }) {
      if (isAllOld) old.add('orders');
      for (const { orderId } of changes) old.add(`orders/${orderId}`);
      soon();
    },
    attend() {
      lastAttended = now();
      soon();
    },
    stop: () => clearTimeout(timer),
  };
}
