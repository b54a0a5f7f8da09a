import { expect, test } from 'vitest';
import { usualAftercare } from '../../shared/aftercare/settings.ts';
import { aDeskBase } from '../desk/desk-testing.ts';
import { anApiError, lookAt, settle } from '../store-testing.ts';
import { createAftercareDesk } from './aftercare.ts';
import { feedbackDaysProblem } from './feedback-days.ts';

test.each([
  ['0', null],
  ['60', null],
  ['61', 'At most 60 days after the delivery.'],
  ['-1', 'The number of days cannot be below 0.'],
  ['1e1', 'The number of days must be a whole number.'],
  ['1.5', 'The number of days must be a whole number.'],
  ['', 'The number of days must be a whole number.'],
])('%j as a number of days: %j', (text, problem) => {
  expect(feedbackDaysProblem(text)).toBe(problem);
});

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
