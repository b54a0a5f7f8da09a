import { expect, test, vi } from 'vitest';
import type { HealthReport, HealthState } from '../../shared/health.ts';
import { createWork } from '../desk/work.ts';
import { createHealthDesk, summaryOf } from './health.ts';

const reportOf = (...states: HealthState[]): HealthReport => ({
  checkedAt: '2030-03-04T05:06:07.000Z',
  findings: states.map((state) => ({ check: 'node', state, found: 'This is Node.', advice: null })),
});
const work = createWork({ toast: () => '' });

test('nothing is looked at before somebody asks, and once for however many presses', async () => {
  const read = vi.fn(async () => reportOf('ok'));
  const desk = createHealthDesk({ work }, read);
  expect([desk.$state.get().report, read.mock.calls.length]).toEqual([null, 0]);
  const both = [desk.look(), desk.look()];
  expect(desk.$state.get().isLooking).toBe(true);
  await Promise.all(both);
  expect(read).toHaveBeenCalledOnce();
  expect(desk.$state.get()).toEqual({ report: reportOf('ok'), error: null, isLooking: false });
});

test('what was found stays when it cannot be looked at again', async () => {
  const read = vi.fn(async () => reportOf('ok')).mockResolvedValueOnce(reportOf('failed'));
  const desk = createHealthDesk({ work }, read);
  await desk.look();
  read.mockRejectedValueOnce(new Error('away'));
  await desk.look();
  expect(desk.$state.get()).toMatchObject({ report: reportOf('failed'), error: new Error('away') });
  await desk.look();
  expect(desk.$state.get()).toMatchObject({ report: reportOf('ok'), error: null });
});

test.each<[HealthState[], string]>([
  [['ok', 'skipped'], 'All is well.'],
  [['ok', 'warning'], 'Nothing failed, 1 to look at.'],
  [['failed', 'failed', 'ok'], '2 failed.'],
  [['failed', 'warning', 'warning'], '1 failed, 2 to look at.'],
])('%j comes to: %s', (states, summary) => {
  expect(summaryOf(reportOf(...states))).toBe(summary);
});
