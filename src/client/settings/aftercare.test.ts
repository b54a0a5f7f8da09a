import { expect, test } from 'vitest';
import { usualAftercare } from '../../shared/aftercare/settings.ts';
import { aDeskBase } from '../desk/desk-testing.ts';
import { anApiError, lookAt, settle } from '../store-testing.ts';
import { createAftercareDesk } from './aftercare.ts';

test('settings are saved and read again; a refusal is told', async () => {
  let kept = usualAftercare;
  let isRefused = false;
  const base = aDeskBase({});
  const desk = createAftercareDesk(base.desk, {
    read: async () => kept,
    async change(settings) {
      if (isRefused) throw anApiError(400, 'invalid_request', 'At most 60 days after the delivery.');
      kept = settings;
    },
    feedback: async () => [],
    publish: async () => undefined,
  });
  await lookAt(desk.settings.$state);
  const changed = { feedbackMailDays: 3, hasWithdrawal: true };
  expect(await desk.save(changed)).toBe(true);
  await settle();
  expect(desk.settings.$state.get().data).toEqual(changed);
  isRefused = true;
  expect(await desk.save({ ...changed, feedbackMailDays: 61 })).toBe(false);
  expect(base.toasts.shown.map(({ title }) => title)).toEqual(['Settings Updated', 'Update Failed']);
});
