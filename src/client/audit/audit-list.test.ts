import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aDeskBase } from '../desk/desk-testing.ts';
import { lookAt } from '../store-testing.ts';
import { auditFileAddress, createAuditList, searchPauseMs } from './audit-list.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(search = '?tab=settings&section=history') {
  const load = vi.fn(async (_query: object) => ({ rows: [], next: null }));
  const { desk, addressBar } = aDeskBase({}, { search });
  const list = createAuditList(desk, load);
  return { load, list, addressBar };
}

test('what is searched for stands in the address, and is asked for after the last of three keys at least', async () => {
  const { list, load, addressBar } = setUp();
  for (const [texts, asked] of [
    [['C', 'CT'], []],
    [['r', 're', 'refund '], [[{ search: 'refund' }]]],
  ] as const) {
    for (const text of texts) list.search(text);
    vi.advanceTimersByTime(searchPauseMs);
    await lookAt(list.entriesOf(list.$view.get()).$state);
    expect(load.mock.calls.slice(1)).toEqual(asked);
  }
  expect(new URLSearchParams(addressBar.read()).get('find')).toBe('refund');
});

test('the address says what is shown, and so does the file', async () => {
  const { list, load } = setUp('?find=rita&kind=people&when=month');
  await lookAt(list.entriesOf(list.$view.get()).$state);
  expect(load).toHaveBeenCalledWith({ search: 'rita', kind: 'people', period: 'month' });
  expect(auditFileAddress(list.$view.get())).toBe('/api/audit.csv?search=rita&kind=people&period=month');
  list.filter({ kind: '', when: '' });
  await lookAt(list.entriesOf(list.$view.get()).$state);
  expect(load).toHaveBeenLastCalledWith({ search: 'rita' });
});

test('an address that makes no sense shows all', () => {
  const { list } = setUp('?kind=secrets&when=yesterday');
  expect(list.$view.get()).toEqual({ find: '', kind: '', when: '' });
  expect(auditFileAddress(list.$view.get())).toBe('/api/audit.csv');
});
