import { describe, expect, test } from 'vitest';
import { fakeStorage } from '../store-testing.ts';
import { createDrafts, draftLifetimeMs } from './draft.ts';

const draftsOf = (storage: Storage | null, username = 'reader1', time = 1_000) =>
  createDrafts({ storage, username, now: () => time });

describe('a draft', () => {
  test('is there again after a reload', () => {
    const storage = fakeStorage();
    draftsOf(storage).of('reading/o1').write({ content: 'Half a tho' });
    expect(draftsOf(storage).of('reading/o1').$fields.get()).toEqual({ content: 'Half a tho' });
  });

  test('is not shown to another user of the same device', () => {
    const storage = fakeStorage();
    draftsOf(storage, 'reader1').of('reading/o1').write({ content: 'Mine' });
    expect(draftsOf(storage, 'reader2').of('reading/o1').$fields.get()).toBeNull();
    expect(draftsOf(storage, 'reader1').of('reading/o2').$fields.get()).toBeNull();
  });

  test('leaves nothing behind when it is cleared', () => {
    const storage = fakeStorage();
    const draft = draftsOf(storage).of('reading/o1');
    draft.write({ content: 'Done' });
    draft.clear();
    expect(draft.$fields.get()).toBeNull();
    expect(storage.length).toBe(0);
  });

  test('is one and the same for everybody who asks for it', () => {
    const drafts = draftsOf(fakeStorage());
    expect(drafts.of('edit/w1')).toBe(drafts.of('edit/w1'));
  });

  test('is found by how its name begins, by whoever wrote it', () => {
    const storage = fakeStorage();
    const texts = (username: string) =>
      draftsOf(storage, username)
        .under('taken/')
        .map(({ name, $fields }) => [name, $fields.get()]);
    draftsOf(storage).of('taken/o1').write({ content: 'One' });
    draftsOf(storage).of('reading/o1').write({ content: 'Another' });
    draftsOf(storage, 'reader2').of('taken/o2').write({ content: 'Not theirs' });
    expect(texts('reader1')).toEqual([['taken/o1', { content: 'One' }]]);
    expect(createDrafts({ storage: null, username: 'reader1', now: () => 0 }).under('taken/')).toEqual([]);
  });

  test('is dropped when it was forgotten for long', () => {
    const storage = fakeStorage();
    storage.setItem('unrelated', 'kept');
    draftsOf(storage, 'reader1', 0).of('reading/o1').write({ content: 'Old' });
    expect(draftsOf(storage, 'reader1', draftLifetimeMs).of('reading/o1').$fields.get()).not.toBeNull();
    expect(
      draftsOf(storage, 'reader1', draftLifetimeMs + 1)
        .of('reading/o1')
        .$fields.get(),
    ).toBeNull();
    expect(storage.getItem('unrelated')).toBe('kept');
  });

  test.each(['not json', 'null', '{"fields":{"content":1},"savedAt":1}', '{"fields":null,"savedAt":1}'])(
    'that cannot be read counts as none: %s',
    (stored) => {
      const storage = fakeStorage();
      storage.setItem('draft/reader1/reading/o1', stored);
      expect(draftsOf(storage).of('reading/o1').$fields.get()).toBeNull();
    },
  );

  test('survives in memory where the browser stores nothing', () => {
    const full: Storage = {
      ...fakeStorage(),
      setItem: () => {
        throw new Error('quota');
      },
    };
    for (const storage of [null, full]) {
      const draft = draftsOf(storage).of('reading/o1');
      draft.write({ content: 'Still here' });
      expect(draft.$fields.get()).toEqual({ content: 'Still here' });
    }
  });
});
