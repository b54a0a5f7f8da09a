import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AuditEntry } from '../../shared/audit.ts';
import { aDeskBase } from '../desk/desk-testing.ts';
import { anApiError, settle } from '../store-testing.ts';
import { auditFileAddress, createAuditList, searchPauseMs } from './audit-list.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const anEntry = (id: number): AuditEntry => ({
  id,
  at: '2026-11-16T09:00:00.000Z',
  actor: 'boss',
  kind: 'money',
  action: 'price_changed',
  subject: { kind: 'settings', id: 'price', label: 'Price' },
  details: {},
});

function setUp(search = '?tab=settings&section=history') {
  const load = vi.fn(async ({ cursor }: { cursor?: string }) =>
    cursor ? { rows: [anEntry(1)], next: null } : { rows: [anEntry(2)], next: 'later' },
  );
  const { desk, addressBar } = aDeskBase({}, { search });
  const list = createAuditList(desk, load);
  return { load, list, addressBar };
}

test('the newest come first, and more when they are asked for', async () => {
  const { list, load } = setUp();
  await list.refresh();
  expect(list.$state.get()).toMatchObject({ rows: [{ id: 2 }], next: 'later', isLoading: false });
  await list.loadMore();
  await list.loadMore();
  expect(list.$state.get()).toMatchObject({ rows: [{ id: 2 }, { id: 1 }], next: null });
  expect(load.mock.calls).toEqual([[{}], [{ cursor: 'later' }]]);
});

test('what is searched for stands in the address, and is asked for once nothing more is typed', async () => {
  const { list, load, addressBar } = setUp();
  for (const text of ['r', 're', 'refund ']) list.search(text);
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(searchPauseMs);
  await settle();
  expect(load.mock.calls).toEqual([[{ search: 'refund' }]]);
  expect(new URLSearchParams(addressBar.read()).get('find')).toBe('refund');
});

test('two letters find nothing, and are not asked for', async () => {
  const { list, load } = setUp();
  list.search('CT');
  vi.advanceTimersByTime(searchPauseMs);
  await settle();
  expect(load).not.toHaveBeenCalled();
});

test('the address says what is shown, and so does the file', async () => {
  const { list, load } = setUp('?find=rita&kind=people&when=month');
  await list.refresh();
  expect(load).toHaveBeenCalledWith({ search: 'rita', kind: 'people', period: 'month' });
  expect(auditFileAddress(list.$view.get())).toBe('/api/audit.csv?search=rita&kind=people&period=month');
  list.filter({ kind: '', when: '' });
  await settle();
  expect(load).toHaveBeenLastCalledWith({ search: 'rita' });
});

test('an address that nobody wrote shows all', () => {
  const { list } = setUp('?kind=secrets&when=yesterday');
  expect(list.$view.get()).toEqual({ find: '', kind: '', when: '' });
  expect(auditFileAddress(list.$view.get())).toBe('/api/audit.csv');
});

test('what could not be loaded is said, and tried again', async () => {
  const { list, load } = setUp();
  load.mockRejectedValueOnce(anApiError(503, 'unavailable', 'Nothing can be read just now.'));
  await list.refresh();
  expect(list.$state.get()).toMatchObject({ isLoading: false, problem: 'Nothing can be read just now.' });
  await list.refresh();
  expect(list.$state.get()).toMatchObject({ rows: [{ id: 2 }], problem: '' });
});
