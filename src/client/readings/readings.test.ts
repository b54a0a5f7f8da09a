import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Reading } from '../../shared/readings/readings.ts';
import { writeCards } from '../cards/kept-cards.ts';
import { commentDraft, writeUnsent } from '../comments/unsent-comments.ts';
import { aDeskBase, anOrder, aReading } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { anApiError, settle } from '../store-testing.ts';
import { createReadings } from './readings.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');

function setUp(calls: Partial<StaffApi>) {
  const { desk, changed, toasts } = aDeskBase(calls);
  return { readings: createReadings(desk), toasts, work: desk.work, drafts: desk.drafts, changed };
}

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

describe('uploading a reading', () => {
  test('sends trimmed text, omits empty notes, and forgets the draft', async () => {
    const submitReading = vi.fn(async () => aReading());
    const { readings, toasts, changed } = setUp({ submitReading });
    const draft = readings.uploadDraft('o1');
    draft.write({ content: '  A reading. \n', internalNotes: '  ' });
    expect(await readings.upload(anOrder())).toBe(true);
    expect(submitReading).toHaveBeenCalledWith({ orderId: 'o1', content: 'A reading.' });
    expect(toasts.shown[0]?.title).toBe('Reading Uploaded');
    expect(draft.$fields.get()).toBeNull();
    expect(changed).toHaveBeenCalled();
  });

  test('sends the cards that were chosen', async () => {
    const submitReading = vi.fn(async () => aReading());
    const { readings } = setUp({ submitReading });
    const cards = [{ card: 'the-star', isReversed: false, position: 'Past' }];
    readings.uploadDraft('o1').write({ content: 'Text', internalNotes: '', cards: writeCards(cards) });
    await readings.upload(anOrder());
    expect(submitReading).toHaveBeenCalledWith({ orderId: 'o1', content: 'Text', cards });
  });

  test('sends nothing without text', async () => {
    const submitReading = vi.fn(async () => aReading());
    const { readings } = setUp({ submitReading });
    readings.uploadDraft('o1').write({ content: ' \n ', internalNotes: 'Notes' });
    expect(await readings.upload(anOrder())).toBe(false);
    expect(submitReading).not.toHaveBeenCalled();
  });

  test('keeps the text when somebody was faster, says so and looks again', async () => {
    const conflict = anApiError(409, 'order_conflict', 'reader1 has submitted a reading meanwhile.');
    const { readings, toasts, changed } = setUp({ submitReading: () => Promise.reject(conflict) });
    readings.uploadDraft('o1').write({ content: 'Mine', internalNotes: '' });
    expect(await readings.upload(anOrder())).toBe(false);
    expect(toasts.shown).toEqual([
      {
        title: 'Upload Failed',
        description: 'reader1 has submitted a reading meanwhile.',
        variant: 'destructive',
      },
    ]);
    expect(readings.uploadDraft('o1').$fields.get()?.content).toBe('Mine');
    expect(changed).toHaveBeenCalled();
  });
});

describe('approving', () => {
  const approved = (undoForMs: number | null) => async () => aReading({ undoForMs });

  test('offers to undo as long as the mail is held back', async () => {
    const undo = vi.fn(async () => aReading());
    const { readings, toasts } = setUp({
      approveReading: approved(60_000),
      undoApproval: undo,
    });
    await readings.approve(aReading());
    expect(toasts.shown[0]).toMatchObject({ title: 'Reading Approved', action: { label: 'Undo' } });
    expect(readings.$held.get()).toHaveLength(1);
    toasts.shown[0]?.action?.run();
    await settle();
    expect(undo).toHaveBeenCalledWith('w1');
    expect(readings.$held.get()).toEqual([]);
  });

  const hour = 3_600_000;
  test.each([0, hour, -hour])(
    'stops offering when the mail leaves, with a clock that is %d ms wrong',
    async (wrong) => {
      vi.setSystemTime(now + wrong);
      const undoUntil = '2026-11-20T12:01:00.000Z';
      const { readings, toasts } = setUp({
        approveReading: async () => aReading({ undoUntil, undoForMs: 60_000 }),
      });
      await readings.approve(aReading());
      expect(toasts.shown[0]?.description).toContain('in 60 seconds, unless you undo');
      vi.advanceTimersByTime(59_999);
      expect(readings.$held.get()).toHaveLength(1);
      vi.advanceTimersByTime(1);
      expect(readings.$held.get()).toEqual([]);
    },
  );

  test('offers it after a reload too, for as long as the server says', async () => {
    vi.setSystemTime(now - hour);
    const { readings } = setUp({ heldReadings: async () => [aReading({ undoForMs: 20_000 })] });
    readings.$held.listen(() => {});
    await settle();
    expect(readings.$held.get()).toMatchObject([{ undoUntil: now - hour + 20_000 }]);
    vi.advanceTimersByTime(20_000);
    expect(readings.$held.get()).toEqual([]);
  });

  test('offers a second approval for as long as the first: an undone one counts no further', async () => {
    const { readings } = setUp({
      approveReading: approved(60_000),
      undoApproval: async () => aReading(),
    });
    await readings.approve(aReading());
    vi.advanceTimersByTime(50_000);
    await readings.undoApproval(aReading());
    await readings.approve(aReading());
    vi.advanceTimersByTime(59_000);
    expect(readings.$held.get()).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(readings.$held.get()).toEqual([]);
  });

  test('offers nothing when the mail left at once', async () => {
    const { readings, toasts } = setUp({ approveReading: approved(null) });
    await readings.approve(aReading());
    expect(toasts.shown[0]?.description).toContain('email sent to customer');
    expect(toasts.shown[0]?.action).toBeUndefined();
  });

  test('says that it was too late to undo', async () => {
    const late = anApiError(409, 'reading_conflict', 'The email has left already.');
    const { readings, toasts } = setUp({ undoApproval: () => Promise.reject(late) });
    expect(await readings.undoApproval(aReading())).toBe(false);
    expect(toasts.shown[0]).toMatchObject({
      title: 'Undo Failed',
      description: 'The email has left already.',
    });
  });
});

test('of the pending readings those that have not changed are the very same after a fetch', async () => {
  let notes: string | null = null;
  const { readings } = setUp({
    pendingReadings: async () => [aReading({ internalNotes: notes }), aReading({ id: 'w2', orderId: 'o2' })],
  });
  readings.pending.$state.listen(() => {});
  await settle();
  const before = readings.pending.$state.get().data;
  notes = 'A careful one.';
  await readings.pending.refresh();
  const after = readings.pending.$state.get().data;
  expect(after?.[0]?.internalNotes).toBe('A careful one.');
  expect(after?.[1]).toBe(before?.[1]);
});

test('the versions of a reading that comes again are those of its newest text', async () => {
  const version = (revision: number) => ({ revision, content: '', cards: [], author: 'rita', createdAt: '' });
  const all = [version(1)];
  const { readings } = setUp({ revisions: async () => [...all] });
  const look = async (reading: Reading) => {
    const fetched = readings.revisionsOf(reading);
    const stop = fetched.$state.listen(() => {});
    await settle();
    const seen = fetched.$state.get().data?.map(({ revision }) => revision);
    stop();
    return seen;
  };
  expect(await look(aReading())).toEqual([1]);
  all.unshift(version(2));
  expect(await look(aReading({ revision: 2 }))).toEqual([2, 1]);
});

describe('editing', () => {
  test('says which version was changed, and keeps what was typed when there is a newer one', async () => {
    const newer = anApiError(409, 'reading_conflict', 'Meanwhile there is a newer version.');
    const editReading = vi.fn(async (): Promise<Reading> => aReading());
    editReading.mockRejectedValueOnce(newer);
    const { readings, toasts, changed } = setUp({ editReading });
    readings.beginEdit(aReading({ internalNotes: 'Old.' }));
    const draft = readings.editDraft('w1');
    expect(await readings.saveEdit(aReading())).toBe(false);
    expect(toasts.shown[0]).toMatchObject({
      title: 'Update Failed',
      description: 'Meanwhile there is a newer version.',
    });
    expect(changed).toHaveBeenCalled();
    expect(draft.$fields.get()).toMatchObject({ revision: '1', notesSeen: 'Old.' });

    readings.keepMine(aReading({ revision: 2, internalNotes: 'New.' }));
    expect(await readings.saveEdit(aReading({ revision: 2 }))).toBe(true);
    expect(editReading).toHaveBeenLastCalledWith('w1', {
      content: 'You will find your way.',
      internalNotes: 'Old.',
      notesSeen: 'New.',
      revision: 2,
    });
    expect(draft.$fields.get()).toBeNull();
  });

  test('sends the cards when they were changed, and leaves them alone otherwise', async () => {
    const editReading = vi.fn(async (): Promise<Reading> => aReading());
    const { readings } = setUp({ editReading });
    const star = { card: 'the-star', isReversed: false, position: '' };
    const reading = aReading({ cards: [star] });
    const content = reading.content;
    readings.beginEdit(reading);
    await readings.saveEdit(reading);
    expect(editReading).toHaveBeenLastCalledWith('w1', { content, revision: 1 });
    readings.beginEdit(reading);
    readings.editDraft('w1').write({ content, internalNotes: '', notesSeen: '', revision: '1', cards: '' });
    await readings.saveEdit(reading);
    expect(editReading).toHaveBeenLastCalledWith('w1', { content, cards: [], revision: 1 });
  });

  test('begins with a text from elsewhere: its cards and notes come along, and notes that are there stay', async () => {
    const { readings } = setUp({});
    const cards = writeCards([{ card: 'the-star', isReversed: false, position: '' }]);
    const reading = aReading({ internalNotes: 'Old.' });
    const begun = () => readings.editDraft('w1').$fields.get();
    readings.beginEdit(reading, { content: 'Mine', cards, internalNotes: 'New.' });
    expect(begun()).toMatchObject({
      content: 'Mine',
      cards,
      internalNotes: 'Old.\n\nNew.',
      notesSeen: 'Old.',
    });
    readings.beginEdit(reading, { content: '', cards: '', internalNotes: ' ' });
    expect(begun()).toMatchObject({ content: reading.content, cards: '', internalNotes: 'Old.' });
  });

  test('closes the editor when nothing runs any more, so that a button can have the focus', async () => {
    const { readings, work } = setUp({ editReading: async () => aReading() });
    readings.beginEdit(aReading());
    const draft = readings.editDraft('w1');
    const whenClosed = vi.fn(() => work.$running.get());
    draft.$fields.listen(whenClosed);
    await readings.saveEdit(aReading());
    expect(draft.$fields.get()).toBeNull();
    expect(whenClosed).toHaveReturnedWith({});
  });
});

describe('rejecting', () => {
  test('sends the feedback and forgets it only when it has arrived', async () => {
    const rejectReading = vi.fn(async (): Promise<Reading> => aReading());
    rejectReading.mockRejectedValueOnce(new Error('offline'));
    const { readings, toasts } = setUp({ rejectReading });
    readings.feedbackDraft('w1').write({ feedback: ' Longer, please. ' });
    expect(await readings.reject(aReading())).toBe(false);
    expect(toasts.shown[0]).toMatchObject({
      title: 'Rejection Failed',
      description: 'Failed to reject reading',
    });
    expect(readings.feedbackDraft('w1').$fields.get()).not.toBeNull();
    expect(await readings.reject(aReading())).toBe(true);
    expect(rejectReading).toHaveBeenLastCalledWith('w1', { feedback: 'Longer, please.', revision: 1 });
    expect(readings.feedbackDraft('w1').$fields.get()).toBeNull();
  });

  test('sends the comments on its passages, and forgets them only when they have arrived', async () => {
    const newer = anApiError(409, 'reading_conflict', 'Meanwhile there is a newer version.');
    const rejectReading = vi.fn(async (): Promise<Reading> => aReading());
    rejectReading.mockRejectedValueOnce(newer);
    const { readings, toasts, changed, drafts } = setUp({ rejectReading });
    const draft = commentDraft(drafts, 'w1');
    const comment = { from: 4, to: 8, text: 'Must they?' };
    writeUnsent(draft, aReading(), { list: [{ ...comment, quote: 'will' }], open: null });
    expect(await readings.reject(aReading())).toBe(false);
    expect(toasts.shown[0]?.description).toBe('Meanwhile there is a newer version.');
    expect(changed).toHaveBeenCalled();
    expect(draft.$fields.get()).not.toBeNull();
    expect(await readings.reject(aReading())).toBe(true);
    expect(rejectReading).toHaveBeenLastCalledWith('w1', { revision: 1, comments: [comment] });
    expect(draft.$fields.get()).toBeNull();
  });

  test('sends a comment as it was changed, saved or not, on the version that is there now', async () => {
    const rejectReading = vi.fn(async (): Promise<Reading> => aReading());
    const { readings, drafts } = setUp({ rejectReading });
    const comment = { from: 4, to: 8, text: 'Must they?', quote: 'will' };
    const open = { ...comment, text: 'Must you?', changed: 0 };
    writeUnsent(commentDraft(drafts, 'w1'), aReading(), { list: [comment], open });
    await readings.reject(aReading({ revision: 2, content: `So: ${aReading().content}` }));
    const comments = [{ from: 8, to: 12, text: 'Must you?' }];
    expect(rejectReading).toHaveBeenLastCalledWith('w1', { revision: 2, comments });
  });
});

describe('internal notes', () => {
  test('cannot be saved for a reading that is on no list', async () => {
    const { readings, toasts } = setUp({});
    expect(await readings.saveNotes('o1')).toBe(false);
    expect(toasts.shown).toEqual([
      { title: 'Update Failed', description: 'Reading not found', variant: 'destructive' },
    ]);
  });

  test('cannot be saved for a reading that is gone', async () => {
    const gone = anApiError(404, 'reading_not_found', 'There is no such reading.');
    const { readings, toasts } = setUp({
      pendingReadings: async () => [aReading()],
      editReading: () => Promise.reject(gone),
    });
    const stop = readings.pending.$state.listen(() => {});
    await settle();
    await readings.saveNotes('o1');
    expect(toasts.shown[0]?.description).toBe('Reading not found');
    stop();
  });

  test('are saved alone, also when they are emptied', async () => {
    const editReading = vi.fn(async () => aReading());
    const { readings, toasts } = setUp({ pendingReadings: async () => [aReading()], editReading });
    const stop = readings.pending.$state.listen(() => {});
    await settle();
    readings.notesDraft('w1').write({ internalNotes: '', notesSeen: 'Old.' });
    expect(await readings.saveNotes('o1')).toBe(true);
    expect(editReading).toHaveBeenCalledWith('w1', { internalNotes: '', notesSeen: 'Old.' });
    expect(toasts.shown[0]?.title).toBe('Notes Updated');
    stop();
  });
});
