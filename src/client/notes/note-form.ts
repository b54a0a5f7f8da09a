import type { Drafts } from '../desk/draft.ts';
import type { Work } from '../desk/work.ts';

export type NoteForm = ReturnType<typeof createNoteForm>;

/** The draft outlives the page until it is sent. @param show resolves once the note is shown */
export function createNoteForm(
  { work, drafts }: { work: Work; drafts: Drafts },
  about: string,
  add: (text: string) => Promise<unknown>,
  show: () => Promise<void>,
  failure = { title: 'Not Added', message: 'Failed to add the note' },
) {
  const subject = `note/${about}`;
  const draft = drafts.of<{ text: string }>(subject);
  return {
    draft,
    send: (text: string) =>
      work.perform({
        subject,
        name: 'send',
        run: async () => {
          await add(text);
          draft.clear();
          await show();
        },
        failure,
      }),
  };
}
