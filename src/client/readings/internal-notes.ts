import type { InternalNotes as SavedNotes } from '../../shared/readings/readings.ts';
import { ApiError } from '../api.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Draft } from '../desk/draft.ts';
import type { Task, Work } from '../desk/work.ts';
import type { Fetched } from '../fetched.ts';

/** Notes as they are typed, and those that were there when it began. */
type NotesDraft = { internalNotes: string; notesSeen: string };

/** The internal notes of one order: the same for its reader and the admins, before it has a reading and with it. */
export interface InternalNotes {
  readonly work: Work;
  /** What is done is done to it: see `Work`. */
  readonly subject: string;
  readonly saved: Fetched<SavedNotes>;
  /** Outlives the page until it is saved. */
  readonly draft: Draft<NotesDraft>;
  /** @param seen the notes as they are */
  write(internalNotes: string, seen: string): void;
  /** What was typed is meant to replace the notes as they are now. */
  keepMine(theirs: string): void;
  /** @returns what was typed and is not saved; empty when all is */
  unsaved(): string;
  save(): Promise<boolean>;
  /** Saves what was typed, if anything was, and says nothing. @returns false when it could not be saved */
  flush(): Promise<boolean>;
}

/** @returns whether another session has saved other notes since these were begun */
export function areNewer(typed: NotesDraft | null, theirs: string): boolean {
  return typed !== null && typed.notesSeen !== theirs && typed.internalNotes.trim() !== theirs;
}

/** Keeps nothing itself: made again for the same order, it is the same notes and the same draft. */
export function createInternalNotes(
  desk: Pick<DeskBase, 'api' | 'work' | 'drafts' | 'fetching' | 'toast'>,
  orderId: string,
): InternalNotes {
  const { api, work, drafts, fetching, toast } = desk;
  const subject = `notes:${orderId}`;
  const draft = drafts.of<NotesDraft>(`notes/${orderId}`);
  const saved = fetching.store(`orders/${orderId}/notes`, () => work.watch(api.internalNotes(orderId)));

  function isChanged(): boolean {
    const typed = draft.$fields.get();
    return typed !== null && typed.internalNotes.trim() !== typed.notesSeen;
  }

  function send(task: Pick<Task, 'show' | 'explain'> = {}): Promise<boolean> {
    return work.perform({
      subject,
      name: 'notes',
      async run() {
        const typed = draft.$fields.get();
        if (!typed) return;
        const { internalNotes, notesSeen } = typed;
        const answer = await api.saveNotes(orderId, { internalNotes: internalNotes.trim(), notesSeen });
        await saved.put(answer);
        const goneOn = draft.$fields.get();
        if (goneOn?.internalNotes === internalNotes) draft.clear();
        else if (goneOn) draft.write({ ...goneOn, notesSeen: answer.internalNotes ?? '' });
      },
      // When another session was faster, its notes are then shown beside what was typed.
      refresh: () => void fetching.changed(`orders/${orderId}`),
      failure: { title: 'Update Failed', message: 'Failed to update notes' },
      ...task,
    });
  }

  return {
    work,
    subject,
    saved,
    draft,
    unsaved: () => (isChanged() ? (draft.$fields.get()?.internalNotes ?? '') : ''),
    write: (internalNotes, seen) =>
      draft.write({ internalNotes, notesSeen: draft.$fields.get()?.notesSeen ?? seen }),
    keepMine(notesSeen) {
      const typed = draft.$fields.get();
      if (typed) draft.write({ ...typed, notesSeen });
    },
    save: () =>
      send({
        show: () => toast({ title: 'Notes Updated', description: 'The internal notes were saved.' }),
        explain: (error) => (error instanceof ApiError && error.status === 404 ? 'Reading not found' : null),
      }),
    async flush() {
      // Submitting from the field also leaves it, which saves; what is compared with is known once that is over.
      while (work.$running.get()[subject]) await work.settled(subject);
      if (isChanged()) return send();
      draft.clear();
      return true;
    },
  };
}
