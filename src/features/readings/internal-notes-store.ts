import { ApiError } from '../../lib/answers.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Task } from '../desk/task-runner.ts';

type NotesDraft = { internalNotes: string; notesSeen: string };

/** Returns whether another session has saved different notes since the draft was started. */
export function hasNewerNotes(typed: NotesDraft | null, theirs: string): boolean {
  return typed !== null && typed.notesSeen !== theirs && typed.internalNotes.trim() !== theirs;
}

export type InternalNotesStore = ReturnType<typeof createInternalNotes>;

/**
 * Creates the store, draft, and tasks of an order's internal notes; all calls share the draft.
 * @param orderId empty before an order is chosen
 */
export function createInternalNotes({ api, work, drafts, fetching }: DeskBase, orderId: string) {
  const subject = `notes:${orderId}`;
  const draft = drafts.of<NotesDraft>(`notes/${orderId}`);
  const saved = fetching.store(`orders/${orderId}/notes`, async () =>
    orderId ? api.internalNotes(orderId) : { internalNotes: null },
  );

  const isChanged = () => {
    const typed = draft.$fields.get();
    return typed !== null && typed.internalNotes.trim() !== typed.notesSeen;
  };

  /** @param readingId null before a reading exists, and for readers */
  function send(readingId: string | null, task: Pick<Task, 'done' | 'explain'> = {}): Promise<boolean> {
    return work.perform({
      subject,
      name: 'notes',
      async run() {
        const typed = draft.$fields.get();
        if (!typed) return;
        const { internalNotes, notesSeen } = typed;
        const notes = { internalNotes: internalNotes.trim(), notesSeen };
        const answer = readingId
          ? await api.editReading(readingId, notes)
          : await api.saveNotes(orderId, notes);
        await saved.put({ internalNotes: answer.internalNotes });
        if (draft.$fields.get()?.internalNotes === internalNotes) draft.clear();
        else draft.update({ notesSeen: answer.internalNotes ?? '' });
      },
      // After a conflict, the other notes are then shown beside the draft.
      refresh: () => void fetching.changed(`orders/${orderId}`),
      failure: { title: 'Update Failed', message: 'Failed to update notes' },
      ...task,
    });
  }

  return {
    subject,
    saved,
    draft,
    unsaved: () => (isChanged() ? (draft.$fields.get()?.internalNotes ?? '') : ''),
    write: (internalNotes: string, seen: string) =>
      draft.write({ internalNotes, notesSeen: draft.$fields.get()?.notesSeen ?? seen }),
    keepMine: (notesSeen: string) => draft.update({ notesSeen }),
    /** Returns the typed notes for `PUT /api/readings/{id}`; empty if they are unchanged. */
    changes() {
      const typed = draft.$fields.get();
      return typed && isChanged()
        ? { internalNotes: typed.internalNotes.trim(), notesSeen: typed.notesSeen }
        : {};
    },
    save: (readingId: string | null) =>
      send(readingId, {
        done: ['Notes Updated', 'The internal notes were saved.'],
        explain: (error) => (error instanceof ApiError && error.status === 404 ? 'Reading not found' : null),
      }),
    /** Saves an existing draft without a toast. @returns false if it could not be saved */
    async flush(): Promise<boolean> {
      if (!orderId) return true;
      // Submitting from the field also blurs it, which saves.
      while (work.$running.get()[subject]) await work.settled(subject);
      if (isChanged()) return send(null);
      draft.clear();
      return true;
    },
  };
}
