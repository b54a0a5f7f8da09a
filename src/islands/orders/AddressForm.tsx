import { useStore } from '@nanostores/react';
import { type RefObject, useState } from 'react';
import { mailKindNames } from '../../client/orders/order-mails.ts';
import { addressProblem, cleanEmail } from '../../shared/email-address.ts';
import { limits } from '../../shared/limits.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { TaskButton } from '../desk/TaskButton.tsx';
import { useRunning } from '../desk/use-running.ts';
import { InputField } from '../ui/forms/Field.tsx';

type FieldRef = RefObject<HTMLInputElement | null>;

export function AddressForm({ order, field }: { order: Order; field: FieldRef }) {
  const { mails, work } = useAdminDesk();
  const draft = mails.addressDraft(order.id);
  const fields = useStore(draft.$fields);
  const typed = fields?.email ?? order.customerEmail;
  const [problem, setProblem] = useState<string | null>(null);
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
        const email = cleanEmail(typed);
        const found = addressProblem('The email address', email);
        setProblem(found);
        if (found || !(await mails.saveAddress(order, email))) field.current?.focus();
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
        value={typed}
        onChange={(event) => {
          draft.write({ email: event.target.value });
          setProblem(null);
        }}
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
              draft.clear();
              setProblem(null);
            }}
          >
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}
