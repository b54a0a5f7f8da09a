import { describe, expect, test } from 'vitest';
import { type DeviceStorage, quietStorage } from '../../lib/page-storage.ts';
import { fakeStorage } from '../../lib/store-testing.ts';
import { createDrafts, draftLifetimeMs } from './draft.ts';

const draftsOf = (storage: DeviceStorage, username = 'reader1', time = 1_000) =>
  createDrafts({ storage, username, now: () => time });

describe('a draft', () => {
  test('is there again after a reload, and for no other user or thing', () => {
    const storage = fakeStorage();
    draftsOf(storage).of('reading/o1').write({ content: 'Half a tho' });
    const kept = (username: string, name: string) => draftsOf(storage, username).of(name).$fields.get();
    expect(kept('reader1', 'reading/o1')).toEqual({ content: 'Half a tho' });
    expect([kept('reader2', 'reading/o1'), kept('reader1', 'reading/o2')]).toEqual([null, null]);
  });

  test('leaves nothing behind when it is cleared', () => {
    const storage = fakeStorage();
    const draft = draftsOf(storage).of('reading/o1');
    draft.write({ content: 'Done' });
    draft.clear();
    expect(draft.$fields.get()).toBeNull();
    expect(storage.length).toBe(0);
  });

  test('is found by how its name begins, by its writer', () => {
    const storage = fakeStorage();
    const texts = (username: string) =>
      draftsOf(storage, username)
        .under('taken/')
        .map(({ name, $fields }) => [name, $fields.get()]);
    draftsOf(storage).of('taken/o1').write({ content: 'One' });
    draftsOf(storage).of('reading/o1').write({ content: 'Another' });
    draftsOf(storage, 'reader2').of('taken/o2').write({ content: 'Not theirs' });
    expect(texts('reader1')).toEqual([['taken/o1', { content: 'One' }]]);
  });

  test('is dropped when it was forgotten for long', () => {
    const storage = fakeStorage();
    storage.setItem('unrelated', 'kept');
    draftsOf(storage, 'reader1', 0).of('reading/o1').write({ content: 'Old' });
    const at = (time: number) => draftsOf(storage, 'reader1', time).of('reading/o1').$fields.get();
    expect(at(draftLifetimeMs)).not.toBeNull();
    expect(at(draftLifetimeMs + 1)).toBeNull();
    expect(storage.getItem('unrelated')).toBe('kept');
  });

  test.each(['not json', 'null'])('that cannot be read counts as none: %s', (stored) => {
    const storage = fakeStorage();
    storage.setItem('draft/reader1/reading/o1', stored);
    expect(draftsOf(storage).of('reading/o1').$fields.get()).toBeNull();
  });

  test('survives in memory where the browser stores nothing', () => {
    const storage = quietStorage(() => {
      throw new Error('quota');
    });
    const draft = draftsOf(storage).of('reading/o1');
    draft.write({ content: 'Still here' });
    expect(draft.$fields.get()).toEqual({ content: 'Still here' });
  });
});
