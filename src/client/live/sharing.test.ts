import { expect, test } from 'vitest';
import type { LiveMessage } from '../../shared/live.ts';
import { settle } from '../store-testing.ts';
import { shareBetweenTabs, type Tabs } from './sharing.ts';

const message: LiveMessage = { changes: [{ orderId: 'o1', kind: 'sold', isOwn: false }], isAllOld: false };

/** A browser whose tabs hear each other at once, and whose locks are given one after the other. */
function createBrowser() {
  const channels = new Set<EventTarget>();
  const waiting: (() => void)[] = [];
  let isHeld = false;
  async function request(_name: string, { signal }: LockOptions, work: () => Promise<void>) {
    if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
    if (signal?.aborted) return;
    isHeld = true;
    await work();
    isHeld = false;
    waiting.shift()?.();
  }
  function openTab() {
    const channel = Object.assign(new EventTarget(), {
      postMessage(data: unknown) {
        for (const other of channels) {
          if (other !== channel) other.dispatchEvent(new MessageEvent('message', { data }));
        }
      },
      close: () => void channels.delete(channel),
    });
    channels.add(channel);
    return listen({ channel, locks: { request } } as unknown as Tabs);
  }
  return { openTab };
}

function listen(tabs: Tabs | null) {
  const tab = { leads: 0, heard: [] as string[], looks: 0 };
  const sharing = shareBetweenTabs({
    tabs,
    name: 'live/boss',
    lead() {
      tab.leads += 1;
    },
    onMessage: (_message, id) => tab.heard.push(id),
    onSeen() {
      tab.looks += 1;
    },
  });
  return { tab, sharing };
}

test('one tab listens for all; when it is closed the next one does', async () => {
  const { openTab } = createBrowser();
  const [first, second, third] = [openTab(), openTab(), openTab()];
  await settle();
  expect([first, second, third].map(({ tab }) => tab.leads)).toEqual([1, 0, 0]);
  first.sharing.pass(message, '17');
  expect([second, third].map(({ tab }) => tab.heard)).toEqual([['17'], ['17']]);
  first.sharing.stop();
  await settle();
  expect([second, third].map(({ tab }) => tab.leads)).toEqual([1, 0]);
});

test('what was looked at in one tab is new in none', () => {
  const { openTab } = createBrowser();
  const [first, second] = [openTab(), openTab()];
  second.sharing.seen();
  expect([first.tab.looks, second.tab.looks]).toEqual([1, 0]);
});

test('where tabs cannot talk each one listens', () => {
  expect(listen(null).tab.leads).toBe(1);
});
