import { expect, test } from 'vitest';
import type { MailSettings } from '../../shared/orders/mail-switches.ts';
import { aDeskBase } from '../desk/desk-testing.ts';
import { anApiError, settle } from '../store-testing.ts';
import { createMailSettings } from './mail-settings.ts';

const allOn: MailSettings = { refunds: true, disputes: true, lateReadings: true };

test('a mail is switched off, and the others stay as they are', async () => {
  let kept = allOn;
  const { desk, toasts } = aDeskBase({
    mailSettings: async () => kept,
    changeMailSettings: async (next) => {
      kept = next;
      return next;
    },
  });
  const mails = createMailSettings(desk);
  const stop = mails.$switches.listen(() => {});
  await settle();
  // Two in a row: neither undoes the other.
  await Promise.all([mails.switchMail('refunds', false), mails.switchMail('lateReadings', false)]);
  expect(kept).toEqual({ refunds: false, disputes: true, lateReadings: false });
  expect(mails.$switches.get()).toEqual(kept);
  expect(toasts.shown[0]).toMatchObject({ title: 'Setting Updated' });
  stop();
});

test('what could not be switched is shown as it was', async () => {
  const { desk, toasts } = aDeskBase({
    mailSettings: async () => allOn,
    changeMailSettings: () => Promise.reject(anApiError(500, 'internal_error', '')),
  });
  const mails = createMailSettings(desk);
  const stop = mails.$switches.listen(() => {});
  await settle();
  expect(await mails.switchMail('disputes', false)).toBe(false);
  expect(mails.$switches.get()).toEqual(allOn);
  expect(toasts.shown).toMatchObject([{ title: 'Update Failed' }]);
  stop();
});
