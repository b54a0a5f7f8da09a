import { expect, test } from 'vitest';
import { fakeStorage } from '../../lib/store-testing.ts';
import { createNotificationSetting, type Notifier } from './notifications.ts';

/** A browser that answers the question as it is told to. */
function createBrowser(answer: NotificationPermission, canShow = true) {
  const shown: string[] = [];
  let asked = 0;
  class FakeNotification extends EventTarget {
    static permission: NotificationPermission = 'default';
    static async requestPermission() {
      asked += 1;
      FakeNotification.permission = answer;
      return answer;
    }
    constructor(title: string) {
      super();
      if (!canShow) throw new TypeError('Illegal constructor');
      shown.push(title);
    }
    close() {}
  }
  const storage = fakeStorage();
  const create = (username = 'boss') =>
    createNotificationSetting(FakeNotification as Notifier, storage, username, () => {});
  return { shown, create, asked: () => asked };
}

test('asks and shows nothing until the admin switches notifications on', async () => {
  const { shown, create, asked } = createBrowser('granted');
  const setting = create();
  setting.show('A new order is waiting');
  expect([setting.$state.get(), shown, asked()]).toEqual(['off', [], 0]);
  await setting.switchOn();
  expect([setting.$state.get(), asked()]).toEqual(['on', 1]);
  // Another tab of theirs has it as well; who signs in after them does not.
  create().show('A new order is waiting');
  create('other').show('A reading came back to you');
  expect(shown).toEqual(['Notifications will look like this', 'A new order is waiting']);
  setting.switchOff();
  create().show('A new order is waiting');
  expect(shown).toHaveLength(2);
});

test('reports that notifications are blocked or unsupported', async () => {
  const forbidden = createBrowser('denied').create();
  await forbidden.switchOn();
  expect(forbidden.$state.get()).toBe('blocked');
  const android = createBrowser('granted', false);
  const setting = android.create();
  await setting.switchOn();
  expect(setting.$state.get()).toBe('impossible');
  android.create().show('A new order is waiting');
  const none = createNotificationSetting(null, fakeStorage(), 'a', () => {});
  expect(none.$state.get()).toBe('impossible');
});
