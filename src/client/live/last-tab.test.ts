import { expect, test } from 'vitest';
import { settle } from '../store-testing.ts';
import { createLastTab } from './last-tab.ts';

/** The locks of a browser, which has one name: who asks waits, or takes it from who has it. */
function createLocks() {
  let holder: ((error: Error) => void) | null = null;
  const queue: (() => void)[] = [];
  function request(_name: string, { steal, signal }: LockOptions, work: () => Promise<void>) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const give = () => {
      holder = reject;
      work().then(() => {
        resolve();
        if (holder !== reject) return;
        holder = null;
        queue.shift()?.();
      });
    };
    if (steal) holder?.(new Error('stolen'));
    if (steal || !holder) give();
    else queue.push(give);
    signal?.addEventListener('abort', () => {
      const at = queue.indexOf(give);
      if (at !== -1) queue.splice(at, 1);
      reject(new Error('aborted'));
    });
    return promise;
  }
  return { request } as Pick<LockManager, 'request'>;
}

test('the tab that was looked at last is the one; when it is closed another is', async () => {
  const locks = createLocks();
  const tabs = [1, 2, 3].map(() => createLastTab({ locks, name: 'live/boss', onChange: () => {} }));
  const last = async () => {
    await settle();
    return tabs.map((tab) => tab.isLast());
  };
  expect(await last()).toEqual([true, false, false]);
  tabs[2]?.look();
  expect(await last()).toEqual([false, false, true]);
  tabs[1]?.look();
  tabs[1]?.look();
  expect(await last()).toEqual([false, true, false]);
  tabs[1]?.stop();
  expect((await last()).filter((isLast) => isLast)).toHaveLength(2);
});

test.each([
  ['cannot know of each other', null],
  ['may not', { request: () => Promise.reject(new Error('SecurityError')) } as unknown as LockManager],
])('where tabs %s none is the last', async (_what, locks) => {
  const tab = createLastTab({ locks, name: 'live/boss', onChange: () => {} });
  tab.look();
  await settle();
  expect(tab.isLast()).toBe(false);
});
