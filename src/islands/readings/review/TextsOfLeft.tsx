import { useStore } from '@nanostores/react';
import type { ComponentProps, ReactNode } from 'react';
import { inWords, readSaid } from '../../../client/comments/comments.ts';
import { whoHasDecided } from '../../../client/readings/decisions.ts';
import type { InternalNotes } from '../../../client/readings/internal-notes.ts';
import type { Reading } from '../../../shared/readings/readings.ts';
import { useAdminDesk } from '../../desk/desk-context.ts';
import { useRefreshOnMount } from '../../desk/use-refresh-on-mount.ts';
import { NotesEditor } from '../NotesEditor.tsx';
import { UnsavedText } from '../UnsavedText.tsx';

interface LeftText extends Pick<ComponentProps<typeof UnsavedText>, 'beside'> {
  draft: { name: string; clear(): void };
  text: string | undefined;
  /** What has not happened to it, in words. */
  what: string;
}

/** Texts about a reading that were still unsent when it was decided on. Renders nothing without such texts. */
export function TextsOfLeft({ reading }: { reading: Reading }) {
  const { readings } = useAdminDesk();
  const [edit, notes, feedback, comments] = [
    readings.editDraft(reading.id),
    readings.notesOf(reading.orderId),
    readings.feedbackDraft(reading.id),
    readings.commentsOn(reading.id).draft,
  ];
  const said = inWords(readSaid(useStore(comments.$fields)));
  const edited = useStore(edit.$fields) ?? undefined;
  const texts: LeftText[] = [
    { draft: edit, text: edited?.content, beside: edited, what: 'your changes were saved' },
    { draft: feedback, text: useStore(feedback.$fields)?.feedback, what: 'your feedback was sent' },
    { draft: comments, text: said, what: 'your comments were sent' },
  ];
  const left = texts.filter(({ text }) => text);
  const hasNotes = useStore(notes.draft.$fields) !== null && notes.unsaved() !== '';
  if (left.length === 0 && !hasNotes) return null;
  return (
    <LeftTexts reading={reading} texts={left}>
      {hasNotes && <LeftNotes notes={notes} />}
    </LeftTexts>
  );
}

/** They are the order's, whatever has become of its reading; those of a deleted order can only be copied. */
function LeftNotes({ notes }: { notes: InternalNotes }) {
  const { data } = useStore(notes.saved.$state);
  if (data) return <NotesEditor notes={notes} text={data.internalNotes ?? ''} />;
  return (
    <UnsavedText
      why="The order’s notes could not be loaded."
      text={notes.unsaved()}
      onDiscard={notes.draft.clear}
    />
  );
}

interface LeftTextsProps {
  reading: Reading;
  texts: LeftText[];
  children: ReactNode;
}

function LeftTexts({ reading, texts, children }: LeftTextsProps) {
  const { readings, username } = useAdminDesk();
  const fetched = readings.eventsOf(reading.orderId);
  const who = whoHasDecided(useStore(fetched.$state).data, username);
  useRefreshOnMount(fetched);
  return (
    <div className="panel grid gap-3 p-4 sm:p-6">
      <h3 className="text-lg wrap-anywhere">
        {reading.order.orderNumber} · <bdi>{reading.order.customerName}</bdi>
      </h3>
      {texts.map(({ draft, text = '', beside, what }) => (
        <UnsavedText
          key={draft.name}
          why={`${who} decided on this reading before ${what}.`}
          text={text}
          beside={beside}
          onDiscard={draft.clear}
        />
      ))}
      {children}
    </div>
  );
}
