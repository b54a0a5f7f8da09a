import type { Draft, Drafts } from '../desk/draft.ts';
import type { Work } from '../desk/work.ts';

type NoteDraft = { text: string };

/** A note while it is written. It outlives the page until it is sent. */
export interface NoteForm {
  readonly work: Work;
  /** What is done is done to it: see `Work`. */
  readonly subject: string;
  readonly draft: Draft<NoteDraft>;
  write(text: string): void;
  send(): Promise<boolean>;
}

/**
 * @param about what it is about; its name on this device as well
 * @param add sends it
 * @param failure what is said when it could not be sent, and no reason is known
 * @param show resolves once it is shown, which may be long after it was sent
 */
export function createNoteForm(
  { work, drafts }: { work: Work; drafts: Drafts },
  about: string,
  add: (text: string) => Promise<unknown>,
  show: () => Promise<void>,
  failure = { title: 'Not Added', message: 'Failed to add the note' },
): NoteForm {
  const subject = `note/${about}`;
  const draft = drafts.of<NoteDraft>(subject);
  return {
    work,
    subject,
    draft,
    write: (text) => draft.write({ text }),
    async send() {
      const text = draft.$fields.get()?.text ?? '';
      if (!text.trim()) return false;
      return work.perform({
        subject,
        name: 'send',
        run: async () => {
          await add(text);
          draft.clear();
          await show();
        },
        failure,
      });
    },
  };
}
