import { useStore } from '@nanostores/react';
import type { ReadingDraft } from '../../client/readings/readings.ts';
import { excessWords } from '../../shared/excess-words.ts';
import { limits } from '../../shared/limits.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { CardsField } from '../cards/CardsField.tsx';
import { useAdminDesk } from '../desk/desk-context.ts';
import { TaskButton } from '../desk/TaskButton.tsx';
import { useRunning } from '../desk/use-running.ts';
import { NotesField } from '../readings/NotesField.tsx';
import { TextWithCounts } from '../readings/TextWithCounts.tsx';
import { Field } from '../ui/forms/Field.tsx';

const nothingYet: ReadingDraft = { content: '', internalNotes: '' };

/** Where the admin writes the reading of a pending order. */
export function UploadForm({ order }: { order: Order }) {
  const { orderActions, readings, work } = useAdminDesk();
  const draft = readings.uploadDraft(order.id);
  const fields = useStore(draft.$fields) ?? nothingYet;
  const running = useRunning(work, `order:${order.id}`);

  function write(changes: Partial<typeof fields>) {
    draft.write({ ...fields, ...changes });
    orderActions.keepWhileWriting(order);
  }

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void readings.upload(order);
      }}
    >
      <h3 className="text-lg">Upload Reading</h3>
      <CardsField
        value={fields.cards}
        onValueChange={(cards) => write({ cards })}
        readOnly={running === 'upload'}
      />
      <Field excess={excessWords(fields.content, limits.readingCharacters)} label="Reading content">
        {(aria) => (
          <TextWithCounts
            {...aria}
            rows={12}
            readOnly={running === 'upload'}
            required
            value={fields.content}
            onValueChange={(content) => write({ content })}
          />
        )}
      </Field>
      <NotesField
        hint="The customer never sees them."
        readOnly={running === 'upload'}
        value={fields.internalNotes}
        onValueChange={(internalNotes) => write({ internalNotes })}
      />
      <div>
        <TaskButton
          type="submit"
          className="btn btn-primary"
          task="upload"
          running={running}
          busyLabel="Uploading…"
          disabled={!fields.content.trim()}
        >
          Upload Reading
        </TaskButton>
      </div>
    </form>
  );
}
