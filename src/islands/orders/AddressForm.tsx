import { useStore } from '@nanostores/react';
import type { RefObject } from 'react';
import { mailKindNames } from '../../client/orders/order-mails.ts';
import { limits } from '../../shared/limits.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { TaskButton } from '../desk/TaskButton.tsx';
import { useRunning } from '../desk/use-running.ts';
import { InputField } from '../ui/forms/Field.tsx';

type FieldRef = RefObject<HTMLInputElement | null>;

/** Corrects the address to which the mails of an order go. */
export function AddressForm({ order, field }: { order: Order; field: FieldRef }) {
  const { mails, work } = useAdminDesk();
  const fields = useStore(mails.addressDraft(order.id).$fields);
  const problem = useStore(mails.$addressProblems)[order.id];
  const running = useRunning(work, `mails:${order.id}`);
  const { data } = useStore(mails.ofOrder(order.id).$state);
  const moving = (data ?? []).filter(({ movesAlong }) => movesAlong).map(({ kind }) => mailKindNames[kind]);
  const hint =
    moving.length > 0
      ? `Saving sends to the new address: ${moving.join(', ')}.`
      : data && 'Later emails go there.';

  return (
    <form
      noValidate
      aria-label="Correct address"
      className="grid max-w-prose gap-2"
      onSubmit={async (event) => {
        event.preventDefault();
        if (!(await mails.saveAddress(order))) field.current?.focus();
      }}
    >
      <InputField
        label="New email address"
        hint={hint}
        error={problem}
        ref={field}
        type="email"
        autoComplete="off"
        spellCheck={false}
        limit={limits.emailCharacters}
        onFocus={({ currentTarget }) => currentTarget.select()}
        readOnly={running === 'address'}
        value={fields?.email ?? order.customerEmail}
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
          {moving.length === 1 ? `Save & resend: ${moving}` : moving.length > 1 ? 'Save & resend' : 'Save'}
        </TaskButton>
        {fields && (
          <button
            type="button"
            className="btn btn-sm"
            disabled={running !== undefined}
            onClick={() => {
              field.current?.focus();
              mails.cancelAddress(order.id);
            }}
          >
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}
