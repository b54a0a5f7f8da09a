import { useStore } from '@nanostores/react';
import { limits } from '../../shared/limits.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { TaskButton } from '../desk/TaskButton.tsx';
import { useRunning } from '../desk/use-running.ts';
import { InputField } from '../ui/forms/Field.tsx';
import { useFocusHandover } from '../ui/use-focus-handover.ts';

/** Where the mails of an order go, corrected in place. */
export function AddressEditor({ order }: { order: Order }) {
  const { mails, work } = useAdminDesk();
  const fields = useStore(mails.addressDraft(order.id).$fields);
  const problem = useStore(mails.$addressProblems)[order.id];
  const running = useRunning(work, `mails:${order.id}`);
  const { opener, editor } = useFocusHandover<HTMLInputElement>(fields !== null);

  if (!order.customerEmail)
    return <p className="text-quiet">The customer was erased: there is nobody to write to.</p>;
  if (!fields) {
    return (
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="min-w-0 wrap-anywhere">
          <span className="text-quiet">Mails go to</span> {order.customerEmail}
        </span>
        <button
          type="button"
          ref={opener}
          className="btn btn-ghost btn-xs"
          onClick={() => mails.writeAddress(order.id, order.customerEmail)}
        >
          Correct address
        </button>
      </p>
    );
  }

  async function save() {
    if (!(await mails.saveAddress(order))) editor.current?.focus();
  }

  return (
    <form
      noValidate
      aria-label="Correct address"
      className="grid max-w-prose gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <InputField
        label="Correct email address"
        hint="Mail that waits or failed goes there. If all was sent, the newest is sent again."
        error={problem}
        ref={editor}
        type="email"
        autoComplete="off"
        spellCheck={false}
        limit={limits.emailCharacters}
        onFocus={({ currentTarget }) => currentTarget.select()}
        readOnly={running === 'address'}
        value={fields.email}
        onChange={(event) => mails.writeAddress(order.id, event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <TaskButton
          type="submit"
          className="btn btn-sm btn-primary"
          task="address"
          running={running}
          busyLabel="Saving…"
        >
          Save &amp; send again
        </TaskButton>
        <button
          type="button"
          className="btn btn-sm"
          disabled={running !== undefined}
          onClick={() => mails.cancelAddress(order.id)}
        >
          Cancel
        </button>
      </div>
    </form>
  );
}
