import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenTo } from '../../lib/store-testing.ts';
import type { Page } from '../../shared/list-page.ts';
import type { AuditEntry } from '../../shared/ops/audit-log.ts';
import { setUpDesk } from '../desk/desk-testing.ts';
import { auditFileAddress, createAuditList, searchPauseMs } from './audit-list.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(search = '?tab=settings&section=history') {
  const load = vi.fn(async (_query: object) => ({ rows: [], next: null }));
  const { desk, addressBar } = setUpDesk({ auditEntries: load }, { search });
  const list = createAuditList(desk);
  return { load, list, addressBar };
}

test('searches from three letters on and keeps the search in the address', async () => {
  const { list, load, addressBar } = setUp();
  const type = async (...texts: string[]) => {
    for (const text of texts) list.search(text);
    vi.advanceTimersByTime(searchPauseMs);
    await listenTo(list.entriesOf(list.$view.get()).$state);
  };
  await type('C', 'CT');
  expect(load.mock.lastCall).toEqual([{}]);
  await type('r', 're', 'refund ');
  expect(load.mock.calls.slice(1)).toEqual([[{ search: 'refund' }]]);
  expect(new URLSearchParams(addressBar.read()).get('find')).toBe('refund');
});

test('applies the filter from the page address until it is cleared', async () => {
  const { list, load } = setUp('?find=rita&kind=people&when=month');
  await listenTo(list.entriesOf(list.$view.get()).$state);
  list.filter({ kind: '', when: '' });
  await listenTo(list.entriesOf(list.$view.get()).$state);
  const asked = [{ search: 'rita', kind: 'people', period: 'month' }, { search: 'rita' }];
  expect(load.mock.calls).toEqual(asked.map((query) => [query]));
});

test('shows all entries when the filter in the page address is invalid', () => {
  const { list } = setUp('?kind=secrets&when=yesterday');
  expect(list.$view.get()).toEqual({ find: '', kind: '', when: '' });
  expect(auditFileAddress(list.$view.get())).toBe('/api/audit.csv');
});

test.each([
  ['are appended to rows that end at the same place', 'c1', ['new', 'old'], null],
  ['are dropped when the list now ends elsewhere', 'c2', ['new'], 'c2'],
])('rows loaded on request %s', async (_what, endNow, texts, next) => {
  const entry = (text: string) => ({ text }) as unknown as AuditEntry;
  const more = Promise.withResolvers<Page<AuditEntry>>();
  const pages = [
    Promise.resolve({ rows: [entry('before')], next: 'c1' }),
    more.promise,
    Promise.resolve({ rows: [entry('new')], next: endNow }),
  ];
  const { desk } = setUpDesk({ auditEntries: () => pages.shift() ?? Promise.reject() });
  const list = createAuditList(desk);
  const view = list.$view.get();
  const entries = list.entriesOf(view);
  await listenTo(entries.$state);
  const loaded = list.loadMore(view, { rows: [entry('before')], next: 'c1' });
  await entries.refresh();
  more.resolve({ rows: [entry('old')], next: null });
  await loaded;
  expect(entries.$state.get().data).toEqual({ rows: texts.map(entry), next });
});
