export interface LastTab {
  /** Whether it is the one that was looked at last. */
  isLast(): boolean;
  /** It is looked at. */
  look(): void;
  stop(): void;
}

/**
 * Knows which of the tabs that a person has open in a browser was looked at last: it holds the lock. When it is
 * closed, another has it.
 *
 * @param locks null where there are none, as on a page without https
 * @param onChange follows when this tab has become the last one, or another has
 */
export function createLastTab(dependencies: {
  locks: Pick<LockManager, 'request'> | null;
  name: string;
  onChange: () => void;
}): LastTab {
  const { locks, name, onChange } = dependencies;
  const left = Promise.withResolvers<void>();
  let waiting = new AbortController();
  let isLast = false;

  function hold(options: LockOptions): void {
    const have = () => {
      isLast = true;
      onChange();
      return left.promise;
    };
    locks?.request(name, options, have).catch(() => {
      // Only who has it can lose it: else this request was given up, or refused.
      if (options.signal?.aborted || !isLast) return;
      isLast = false;
      wait();
      onChange();
    });
  }
  function wait(): void {
    waiting = new AbortController();
    hold({ signal: waiting.signal });
  }

  wait();
  return {
    isLast: () => isLast,
    look() {
      if (isLast) return;
      waiting.abort();
      hold({ steal: true });
    },
    stop() {
      waiting.abort();
      left.resolve();
    },
  };
}
